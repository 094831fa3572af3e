import Seek
import SeekBasics

/// What a control that searches costs, in searches of YouTube, of which the usual quota allows 100 a day. Whether the
/// results are stored, so that the search is free, is known only afterwards.
struct SearchPrice {
    var search: SearchParameters
    var quota: QuotaReport

    /// The line below the filters, which applies to each control of the page that searches.
    var text: String {
        let kinds = "each for videos, channels, playlists"
        guard !search.isOffline else {
            return "Stored results cost nothing. Without “Offline”, a search costs up to 1 YouTube search \(kinds)."
        }
        let action = search.text.isEmpty ? "A search" : "Searching again"
        guard search.cost > 0 else {
            return "\(action) costs no YouTube search; with videos, channels, playlists up to 1 each."
        }
        let cost = counted(search.cost, "YouTube search")
        return "\(action) costs up to \(cost) (\(search.costOfKind) \(kinds)), none if stored.\(remaining)"
    }

    private var remaining: String {
        guard let usage = quota.usages.first(where: { $0.name == "youtube.search" }) else { return "" }
        return " \(usage.remaining.grouped) of \(usage.limit.grouped) left."
    }

    /// The line of a saved search, or of several.
    static func text(_ action: String, _ searches: [SearchParameters]) -> String {
        let cost = searches.reduce(0) { $0 + $1.cost }
        return cost == 0
            ? "\(action) costs no YouTube search." : "\(action) costs up to \(counted(cost, "YouTube search"))."
    }
}

extension SearchParameters {
    /// The maximum number of YouTube searches that the pages cost.
    var cost: Int { isOffline ? 0 : costOfKind * kinds.count(where: \.isOnYouTube) }

    /// The maximum number of YouTube searches that the pages cost for each kind on YouTube.
    fileprivate var costOfKind: Int {
        let size = YouTubeSearchQuery.maximumPageSize
        return (pages.upperBound * Self.pageSize + size - 1) / size
    }
}
