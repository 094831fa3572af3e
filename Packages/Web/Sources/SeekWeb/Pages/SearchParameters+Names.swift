import Seek

extension SearchSort {
    var title: String {
        switch self {
        case .relevance: "Best match"
        case .date: "Newest"
        case .popularity: "Most popular"
        }
    }
}

extension SearchParameters {
    /// The names of the kinds on pages: `videos, repositories`.
    var kindNames: String { orderedKinds.map { $0.plural.lowercased() }.joined(separator: ", ") }

    /// The kinds and options on pages: `videos, repositories, newest`.
    var filterNames: String { ([kindNames] + optionNames).joined(separator: ", ") }

    /// The period on pages: `Since 2026-01-31`; nil if it is not limited.
    var period: String? {
        switch (since, until) {
        case (nil, nil): nil
        case (let since?, nil): "Since \(since)"
        case (nil, let until?): "Until \(until)"
        case (let since?, let until?): "\(since) to \(until)"
        }
    }

    /// The options that distinguish the search from another one with the same text and kinds: `newest`,
    /// `since 2026-01-31`, `by source`, `offline`.
    var optionNames: [String] {
        [
            sort == .relevance ? nil : sort.title.lowercased(), period?.lowercased(),
            view == .grouped ? "by source" : nil, isOffline ? "offline" : nil,
        ].compactMap { $0 }
    }
}
