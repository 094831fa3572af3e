import Seek

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
    }

    /// The name: `youtube`, `github-issues`, `offline`.
    var name: String
    /// The name on pages: `YouTube`, `GitHub issues`.
    var title: String
    var state = State.pending
    /// The number of results received so far, including those that are not on these pages. For an offline search, the
    /// number of all stored results.
    var resultCount = 0
    /// What went wrong and what to do, or how many results could not be sorted, as a user-facing message; nil if there
    /// is nothing to report.
    var message: String?
    /// Why the source failed; nil if it did not, and for offline searches.
    var error: SearchError?
    /// The number of calls sent for the pages received, including retries; 0 if the source failed. A stored response
    /// costs nothing.
    var quotaCost = 0
    /// The costliest origin and the greatest age of the pages; nil if unknown.
    var provenance: Provenance?
    /// The time the source took; nil if it is pending or was cancelled, and for offline searches.
    var elapsed: Duration?
}
