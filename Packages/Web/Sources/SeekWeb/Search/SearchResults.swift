import Seek
import SeekBasics
import SeekNetworking

/// The results on the pages of a search: all of them, or those so far.
struct SearchResults: Sendable {
    var search: SearchParameters
    /// The results as ``SearchParameters/view`` arranges them: in a merged list, or one source after the other.
    var results: [SearchResult] = []
    /// The state of each source, in a fixed order. An offline search has one source, `offline`.
    var sources: [SourceStatus] = []
    var hasMore = false
    /// Whether the search of these pages has ended: no update follows.
    var isFinal = true
    /// The number of results on all pages; nil if unknown, as for an online search and an offline search that failed.
    var totalCount: Int?
    /// What sources left out of the text, as user-facing messages; see ``FederatedResult/notices``.
    var notices: [String] = []
    /// The cost of avatars in units of YouTube's quota. Durations and views cost none.
    var lookupCost = 0
    /// Why durations and avatars are missing; nil if no lookup has failed.
    var lookupMessage: String?

    /// The sum of the costs of the sources in calls, without ``lookupCost``.
    var quotaCost: Int { sources.reduce(0) { $0 + $1.quotaCost } }

    /// Whether all sources have completed with stored responses that are fresh, and no lookup had a cost or failed: the
    /// same search would probably return the same results. False for an offline search.
    var isCached: Bool {
        guard isFinal, !sources.isEmpty, quotaCost + lookupCost == 0, lookupMessage == nil else { return false }
        return sources.allSatisfy {
            $0.state == .completed && $0.provenance?.isCached == true && $0.provenance?.isStale == false
        }
    }

    /// The titles of the sources by name.
    var sourceTitles: [String: String] { Dictionary(sources.map { ($0.name, $0.title) }) { first, _ in first } }

    /// The results by source, in the order of the sources. Sources without results are omitted.
    var groups: [(source: SourceStatus, results: [SearchResult])] {
        sources.compactMap { source in
            let sourceResults = results.filter { $0.source == source.name }
            return sourceResults.isEmpty ? nil : (source, sourceResults)
        }
    }
}

struct SearchResult: Sendable, Hashable {
    var hit: SearchHit
    /// The name of the source (``SourceStatus/name``). In a merged list, this is the source that contributes most to
    /// the rank of the result.
    var source: String
    /// The title. Only offline searches highlight matches.
    var title: HighlightedText
    /// The beginning of the description, or the part with the matches; empty if there is no description.
    var snippet: HighlightedText

    /// The maximum length of a snippet in characters, without the `…` of a shortened one.
    static let snippetLength = 240
    /// The maximum length of the code of a file in characters: about ten lines.
    static let codeLength = 600
    /// The maximum length of a title in characters, without the `…` of a shortened one.
    static let titleLength = 400
}

struct SourceStatus: Sendable, Hashable {
    enum State: String, Sendable, Hashable, CaseIterable {
        case pending
        /// All requested results were returned.
        case completed
        /// An error ended the results early, or the API's results are incomplete.
        case partial
        case failed
        /// No request was sent, because nothing of the text is for this source.
        case skipped
    }

    /// The name: `youtube`, `github-issues`, `offline`.
    var name: String
    /// The name on pages: `YouTube`, `GitHub issues`.
    var title: String
    var state = State.pending
    /// The number of results received so far, including those that are not on these pages. For an offline search, the
    /// number of all stored results.
    var resultCount = 0
    /// The number of existing results according to the service; nil if unknown, and for offline searches.
    var totalCount: Int64?
    /// What went wrong and what to do, or how many results could not be sorted, as a user-facing message; nil if there
    /// is nothing to report.
    var message: String?
    /// Why the source failed; nil if it did not, and for offline searches.
    var error: SearchError?
    /// The number of calls sent for the pages received, including retries; 0 if the source failed. A fresh stored
    /// response costs nothing.
    var quotaCost = 0
    /// The costliest origin and the greatest age of the pages; nil if unknown.
    var provenance: Provenance?
    /// The time the source took; nil if it is pending or was cancelled, and for offline searches.
    var elapsed: Duration?
}

extension WebSearchService {
    /// Returns the results with durations and views of videos, and with avatars of channels, which YouTube's search
    /// does not return. If a lookup fails, its values are missing, and ``SearchResults/lookupMessage`` describes why.
    ///
    /// Each page has its own two lookups, so that a page that was loaded before costs nothing. The durations and views
    /// have a quota of their own; the avatars cost at most one unit.
    func addingDurationsAndAvatars(to results: SearchResults) async -> SearchResults {
        guard options.addsDurationsAndAvatars, configuration.youTubeAPIKey?.isEmpty == false else { return results }
        var results = results
        for start in stride(from: 0, to: results.results.count, by: SearchParameters.pageSize) {
            let range = start..<min(start + SearchParameters.pageSize, results.results.count)
            let hits = results.results[range].map(\.hit)
            async let videoLookup = lookUp(hits.ids(of: .video)) { ids throws(SearchError) in
                try await client.youTube.statistics(of: ids)
            }
            async let channelLookup = lookUp(hits.authorIDs) { ids throws(SearchError) in
                try await client.youTube.channels(ids)
            }
            let (videos, channels) = await (videoLookup, channelLookup)
            for index in range {
                results.results[index].hit.add(videos.items)
                results.results[index].hit.addImage(channels.items)
            }
            results.lookupCost += channels.cost
            results.lookupMessage = results.lookupMessage ?? videos.message ?? channels.message
        }
        return results
    }

    /// The items of a lookup by ID, its cost, and what went wrong.
    private struct LookupResult<Item: Sendable>: Sendable {
        var items: [String: Item] = [:]
        var cost = 0
        var message: String?
    }

    private func lookUp<Item: Identifiable & Sendable>(
        _ ids: [String],
        _ fetch: @Sendable ([String]) async throws(SearchError) -> YouTubeLookup<Item>
    ) async -> LookupResult<Item> where Item.ID == String {
        guard !ids.isEmpty else { return LookupResult() }
        do throws(SearchError) {
            let lookup = try await fetch(ids)
            let items = Dictionary(lookup.items.map { ($0.id, $0) }) { first, _ in first }
            let failedCount = lookup.failedIDs.count
            let message =
                failedCount == 0 ? nil : "Durations of \(counted(failedCount, "video")) are missing: YouTube failed."
            return LookupResult(items: items, cost: lookup.quotaCost, message: message)
        } catch {
            return LookupResult(
                message: error.isCancellation ? nil : "Durations and avatars are missing: \(error.text())"
            )
        }
    }
}

extension [SearchHit] {
    fileprivate func ids(of kind: SearchHit.Kind) -> [String] {
        compactMap { hit in ResultID(hit.id).flatMap { $0.kind == kind ? $0.rawID : nil } }
    }

    /// The IDs on YouTube of the authors without an avatar, each once.
    fileprivate var authorIDs: [String] {
        var seen: Set<String> = []
        let ids = compactMap { $0.author?.image == nil ? $0.author?.id : nil }.compactMap(ResultID.init)
        return ids.filter { $0.kind == .channel }.map(\.rawID).filter { seen.insert($0).inserted }
    }
}

extension SearchHit {
    fileprivate mutating func add(_ videos: [String: YouTubeVideo]) {
        guard let id = ResultID(id), id.kind == .video, let video = videos[id.rawID] else { return }
        add(statisticsOf: video)
    }

    fileprivate mutating func addImage(_ channels: [String: YouTubeChannel]) {
        guard author?.image == nil, let id = author?.id.flatMap(ResultID.init) else { return }
        author?.image = channels[id.rawID]?.searchHit?.thumbnail
    }
}

extension SearchError {
    /// Returns what went wrong and what to do, for users of the server: its operator sets the credentials.
    ///
    /// - Parameters:
    ///   - now: The time to which other times are relative.
    ///   - source: Whether the text is shown beside the name of the source or the result, and need not repeat it.
    func text(at now: Date = Date(), besideSource source: Bool = false) -> String {
        var failure = failure
        let service = failure.service.flatMap(SearchService.init)
        if source, !failure.describesService { failure.service = nil }
        return failure.message(at: now) { advice in
            switch advice {
            case .setCredential, .replaceCredential: service?.credentialAdvice
            default: nil
            }
        }
    }
}

extension SearchService {
    /// How the operator of the server sets a credential.
    fileprivate var credentialAdvice: String {
        let (name, variable) = self == .youTube ? ("youtube", "YOUTUBE_API_KEY") : ("github", "GH_TOKEN")
        return "run seek auth login \(name) and start seek web again, or start seek-web with \(variable)"
    }
}
