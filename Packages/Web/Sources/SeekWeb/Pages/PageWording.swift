import Seek
import SeekBasics

/// Numbers, durations and the origins of responses as text, in the formats that only pages use.
enum PageWording {
    /// Returns a number in a short form, rounded down: `980`, `12.3k`, `4M`. A negative number becomes `0`.
    static func short(_ number: Int64) -> String {
        let units: [(size: Int64, name: String)] = [(1_000_000_000, "B"), (1_000_000, "M"), (1_000, "k")]
        guard let unit = units.first(where: { number >= $0.size }) else { return String(max(0, number)) }
        let (whole, tenth) = (number / unit.size, number % unit.size * 10 / unit.size)
        return whole >= 100 || tenth == 0 ? "\(whole)\(unit.name)" : "\(whole).\(tenth)\(unit.name)"
    }

    /// Returns a position in words up to ten, otherwise with digits: `first`, `11th`, `22nd`.
    static func ordinal(_ number: Int) -> String {
        let words = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
        guard !(1...words.count).contains(number) else { return words[number - 1] }
        let suffixes = [1: "st", 2: "nd", 3: "rd"]
        return "\(number)\((11...13).contains(number % 100) ? "th" : suffixes[number % 10] ?? "th")"
    }

    /// Returns the time that a source took in seconds, rounded down to hundredths: `0.31 s`.
    static func elapsed(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let hundredths = attoseconds / 10_000_000_000_000_000
        return "\(seconds).\(hundredths < 10 ? "0" : "")\(hundredths) s"
    }

    /// Returns why a stale response was served, as a sentence.
    static func reason(of staleReason: Provenance.StaleReason) -> String {
        switch staleReason {
        case .allowed: "No new response was received; these results are old."
        case .unreachable: "The network or the service cannot be reached; these results are old."
        case .serverError: "The service failed; these results are old."
        case .limitReached: "The rate limit or the quota is used up; these results are old."
        }
    }

    /// Returns the origin of a response: `just fetched`, `from disk, 12 s old`.
    static func origin(_ provenance: Provenance) -> String {
        guard provenance.isCached else { return provenance.source == .sample ? "sample" : "just fetched" }
        guard !provenance.isRevalidated else { return "just checked, unchanged" }
        return
            "from \(provenance.source.rawValue), \(provenance.age.ageText) old\(provenance.isStale ? ", expired" : "")"
    }
}

extension HTML {
    /// Returns a date relative to now, with the exact time as its tooltip.
    static func time(_ date: Date, now: Date) -> HTML {
        let exact = RFC3339.string(from: date)
        return "<time datetime=\"\(exact)\" title=\"\(exact)\">\(date.relativeText(to: now))</time>"
    }

    static func highlighted(_ text: HighlightedText) -> HTML {
        "\(each: text.segments, { $0.isMatch ? "<mark>\($0.text)</mark>" : "\($0.text)" })"
    }
}

extension SearchHit.Kind {
    /// The kind in the plural, as a filter.
    var plural: String {
        switch self {
        case .video: "Videos"
        case .channel: "Channels"
        case .playlist: "Playlists"
        case .repository: "Repositories"
        case .issue: "Issues"
        case .pullRequest: "Pull requests"
        case .user: "Users"
        case .code: "Code"
        case .commit: "Commits"
        case .topic: "Topics"
        default: rawValue
        }
    }

    /// The kind in the singular, on a card.
    var singular: String {
        switch self {
        case .repository: "Repository"
        case .code: "File"
        default: plural.hasSuffix("s") ? String(plural.dropLast()) : plural
        }
    }

    /// What the date of a result means: `published`, `last push`.
    var dateName: String {
        switch self {
        case .video, .playlist: "published"
        case .channel: "created"
        case .repository: "last push"
        case .commit: "committed"
        default: "updated"
        }
    }

    var icon: Icon {
        switch self {
        case .video: .play
        case .pullRequest: .pullRequest
        default: Icon(rawValue: rawValue) ?? .search
        }
    }

    /// Whether the kind is found on YouTube, where searches count against a daily quota.
    var isOnYouTube: Bool { service == .youTube }
}

extension Layout {
    var title: String { self == .list ? "Dense list" : "Cards" }
}

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

    /// The period on pages: `Since 2026-01-31`, `Past 7d`; nil if it is not limited.
    var period: String? {
        switch (self.since, self.until) {
        case (nil, nil): nil
        case (let since?, nil): since.isRelative ? "Past \(since)" : "Since \(since)"
        case (nil, let until?): until.isRelative ? "Until \(until) ago" : "Until \(until)"
        case (let since?, let until?): "\(Self.bound(since)) to \(Self.bound(until))"
        }
    }

    private static func bound(_ date: SearchDate) -> String { date.isRelative ? "\(date) ago" : "\(date)" }

    private static func lowercasingFirst(_ text: String) -> String { text.prefix(1).lowercased() + text.dropFirst() }

    /// The options that distinguish the search from another one with the same text and kinds: `newest`,
    /// `since 2026-01-31`, `by source`, `offline`.
    var optionNames: [String] {
        [
            self.sort == .relevance ? nil : self.sort.title.lowercased(), period.map(Self.lowercasingFirst),
        ].compactMap { $0 }
            + filters.filter { ![.since, .until].contains($0.parameter) }.map {
                $0.parameter == .channel ? $0.value : "\($0.parameter.rawValue) \($0.value)"
            }
            + [
                view == .grouped ? "by source" : nil, isOffline ? "offline" : nil,
            ].compactMap { $0 }
    }
}
