import Seek
import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Creates YouTube searches from an invocation.
enum YouTubeSearches {
    /// Returns a search for one kind of result.
    static func plan(
        _ kind: YouTubeSearchItem.Kind,
        _ invocation: Invocation,
        now: Date
    ) throws(UsageError) -> SearchPlan<YouTubeSearchItem> {
        let query = try query(kind, invocation, now: now)
        let parameters = QueryParameters([.init(name: "search_query", value: invocation.argument)])
        let channel = invocation.argument.isEmpty ? query.channelID : nil
        let path = channel.map { "channel/\($0)/videos" } ?? "results?\(parameters.encoded)"
        let isValid = channel.map(OpenTarget.isName) ?? true
        return SearchPlan(
            pages: { $0.youTube.pages(for: query, from: $1) },
            site: isValid ? URL(string: "https://www.youtube.com/\(path)") : nil,
            estimate: { seek, pages throws(SearchError) in try await seek.youTube.dryRun(query, pages: pages) }
        )
    }

    private static func query(
        _ kind: YouTubeSearchItem.Kind,
        _ invocation: Invocation,
        now: Date
    ) throws(UsageError) -> YouTubeSearchQuery {
        var query = YouTubeSearchQuery(
            invocation.argument,
            kind: kind,
            pageSize: YouTubeSearchQuery.maximumPageSize
        )
        let values = invocation.values
        query.order = values[.order].flatMap(YouTubeOrder.init)
        query.channelID = values[.channel]
        query.regionCode = values[.region]
        query.relevanceLanguage = values[.language]
        query.safeSearch = values[.safeSearch].flatMap(YouTubeSafeSearch.init)
        query.videoDuration = values[.duration].flatMap(YouTubeVideoLength.init)
        query.videoDefinition = values[.definition].flatMap(YouTubeDefinition.init)
        query.publishedAfter = try TimePoint.parse(values[.after], of: .after, now: now)
        query.publishedBefore = try TimePoint.parse(values[.before], of: .before, now: now)
        if let after = query.publishedAfter, let before = query.publishedBefore, after >= before {
            throw UsageError("--after must be earlier than --before; swap the two values")
        }
        return query
    }
}
