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
        _ console: Console
    ) throws(UsageError) -> SearchPlan<YouTubeSearchItem> {
        let query = try query(kind, invocation, now: console.configuration().client.now())
        let handle = query.channelID.flatMap { $0.hasPrefix("@") ? $0 : nil }
        @Sendable func resolved(_ seek: SeekClient) async throws(SearchError) -> YouTubeSearchQuery {
            guard let handle else { return query }
            return query.with(channelID: try await seek.youTube.channel(handle: handle).id)
        }
        var plan = SearchPlan<YouTubeSearchItem>(
            pages: { seek, cursor throws(SearchError) in
                seek.youTube.pages(for: try await resolved(seek), from: cursor)
            },
            site: site(kind, query.text, channel: query.channelID),
            service: .youTube,
            quota: QuotaBucket.youTubeSearch.name,
            lookupQuota: handle == nil ? nil : QuotaBucket.youTubeUnits.name,
            exhaustive: ExhaustiveSearch(earliest: earliest) { seek, span throws(SearchError) in
                seek.youTube.windowedSearch(try await resolved(seek), over: span, budget: .max).step { $0 }
            }
        )
        if invocation.has(.details) {
            plan.details = { seek, items throws(SearchError) in
                let parts: Set<YouTubeVideoPart> = [.snippet, .contentDetails, .statistics, .liveStreamingDetails]
                let lookup = try await seek.youTube.videos(items.map(\.id), parts: parts)
                let details = Dictionary(lookup.items.map { ($0.id, $0) }) { first, _ in first }
                return (.videos(with: details), lookup.quotaCost)
            }
        }
        return plan
    }

    /// The date of YouTube's first video.
    private static let earliest = Date(timeIntervalSince1970: 1_114_214_400)

    /// Returns the URL of a search on YouTube's site; `nil` if the ID or handle of the channel is invalid.
    static func site(_ kind: YouTubeSearchItem.Kind, _ text: String, channel: String? = nil) -> URL? {
        guard let channel else {
            // An undocumented parameter, which the site itself uses.
            let filter =
                switch kind {
                case .video: "EgIQAQ=="
                case .channel: "EgIQAg=="
                case .playlist: "EgIQAw=="
                }
            let parameters: QueryParameters = ["search_query": text, "sp": filter]
            return URL(string: "https://www.youtube.com/results?\(parameters.encoded)")
        }
        let name = channel.hasPrefix("@") ? channel.dropFirst() : channel[...]
        guard OpenTarget.isName(name) else { return nil }
        let page = channel.hasPrefix("@") ? channel : "channel/\(channel)"
        let parameters: QueryParameters = ["query": text]
        return URL(
            string: "https://www.youtube.com/\(page)/\(text.isEmpty ? "videos" : "search?\(parameters.encoded)")"
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
        query.channelID = invocation.values[.channel]
        for option in invocation.command.options {
            guard let value = invocation.values[option.name] else { continue }
            try option.setParameter?(&query, value, now)
        }
        if let after = query.publishedAfter, let before = query.publishedBefore, after >= before {
            throw UsageError("--after must be earlier than --before; change one of them")
        }
        return query
    }
}

extension YouTubeSearchQuery {
    fileprivate func with(channelID: String) -> YouTubeSearchQuery {
        var query = self
        query.channelID = channelID
        return query
    }
}
