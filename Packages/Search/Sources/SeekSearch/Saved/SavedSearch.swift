#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a saved search asks for.
public struct SavedQuery: Sendable, Hashable {
    /// Where it searches.
    public enum Scope: String, Sendable, Hashable, Codable, CaseIterable {
        /// Videos and repositories, in one list.
        case all
        /// Videos.
        case videos
        /// Repositories.
        case repositories
        /// Issues on GitHub.
        case issues
        /// Pull requests on GitHub.
        case pullRequests = "prs"
    }

    /// What to look for.
    public var text: String
    /// Where.
    public var scope: Scope
    /// How many hits are shown, of each source and of all together: 1...1,000.
    public var limit: Int { didSet { limit = Self.limits.clamped(limit) } }
    /// The order of videos; YouTube's own, by relevance, where it is nil.
    public var videoOrder: YouTubeOrder?
    /// The order of repositories; GitHub's own, by best match, where it is nil.
    public var repositorySort: GitHubRepositorySort?

    private static let limits = 1...1_000

    /// Creates a query; the limit is clamped to its range.
    public init(
        _ text: String,
        scope: Scope = .all,
        limit: Int = 50,
        videoOrder: YouTubeOrder? = nil,
        repositorySort: GitHubRepositorySort? = nil
    ) {
        self.text = text
        self.scope = scope
        self.limit = Self.limits.clamped(limit)
        self.videoOrder = videoOrder
        self.repositorySort = repositorySort
    }
}

/// A search that is run again and again, and what it showed last. A pure value: who runs it hands in what was found.
///
/// ```swift
/// var saved = SavedSearch(name: "walks", query: SavedQuery("night walk", scope: .videos, videoOrder: .date))
/// let comparison = saved.update(with: hits, at: now)
/// print(comparison.new.map(\.title), comparison.removed.map(\.title))
/// ```
public struct SavedSearch: Sendable, Hashable, Codable {
    /// What it is called.
    public var name: String
    /// What it asks for.
    public var query: SavedQuery
    /// What it showed last, best first, without scores.
    public private(set) var remembered: [SearchHit] = []
    /// When it was last run, to the second; nil where it never was.
    public private(set) var lastRunAt: Date?

    /// Makes a search that was never run.
    public init(name: String, query: SavedQuery) {
        self.name = name
        self.query = query
    }

    /// What was fetched of one source: a result that is not shown any more is looked for here before it is reported as gone.
    public struct Window: Sendable, Hashable {
        /// All results that were fetched, shown or not.
        public var hits: [SearchHit]
        /// Whether the source has no other results. Where it has, an absent result may be among those, and is
        /// ``SavedComparison/dropped``.
        public var isComplete: Bool

        /// Creates a window.
        public init(_ hits: [SearchHit], isComplete: Bool) {
            self.hits = hits
            self.isComplete = isComplete
        }
    }

    /// What differs between what was found and what is remembered. In the first run everything is new.
    ///
    /// - Parameters:
    ///   - hits: the results that are shown.
    ///   - windows: what was fetched, by source. Of a source without a window, which failed, nothing is reported as gone. Nil where the
    ///     hits are all results there are.
    public func comparison(with hits: [SearchHit], windows: [String: Window]? = nil) -> SavedComparison {
        let before = Dictionary(remembered.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var comparison = SavedComparison()
        var seen: Set<String> = []
        for hit in hits where seen.insert(hit.id).inserted {
            switch before[hit.id] {
            case nil: comparison.new.append(hit)
            case let known? where known.hasSameContent(as: hit): comparison.unchanged.append(hit)
            case let known?: comparison.changed.append(SavedChange(before: known, after: hit))
            }
        }
        for known in remembered where !seen.contains(known.id) {
            switch place(of: known, in: windows) {
            case .unknown: break
            case .notShown(let hit) where known.hasSameContent(as: hit): comparison.unchanged.append(hit)
            case .notShown(let hit): comparison.changed.append(SavedChange(before: known, after: hit))
            case .outside: comparison.dropped.append(known)
            case .nowhere: comparison.removed.append(known)
            }
        }
        return comparison
    }

    /// Where a result is that is not shown any more.
    private enum Place {
        /// Its source did not respond.
        case unknown
        /// Among the results that were fetched.
        case notShown(SearchHit)
        /// Not among the results that were fetched, and the source has more.
        case outside
        /// Not among the source's results.
        case nowhere
    }

    private func place(of known: SearchHit, in windows: [String: Window]?) -> Place {
        guard let windows else { return .nowhere }
        guard let window = windows[known.source] else { return .unknown }
        if let hit = window.hits.first(where: { $0.id == known.id }) { return .notShown(hit) }
        return window.isComplete ? .nowhere : .outside
    }

    /// Compares, and remembers what was found. What was shown before stays remembered where it was fetched again, if below the limit, or where
    /// its source did not respond.
    ///
    /// - Parameters:
    ///   - hits: the results that are shown.
    ///   - windows: what was fetched, by source; nil where the hits are all results there are.
    ///   - date: when the search was run.
    public mutating func update(
        with hits: [SearchHit],
        windows: [String: Window]? = nil,
        at date: Date
    ) -> SavedComparison {
        let comparison = comparison(with: hits, windows: windows)
        var seen: Set<String> = []
        let found = hits.filter { seen.insert($0.id).inserted }
        let others = remembered.compactMap { known -> SearchHit? in
            guard !seen.contains(known.id) else { return nil }
            return switch place(of: known, in: windows) {
            case .unknown: known
            case .notShown(let hit): hit
            case .outside, .nowhere: nil
            }
        }
        remembered = (found + others).map { hit in
            var hit = hit
            (hit.score, hit.reasons) = (0, [])
            return hit
        }
        lastRunAt = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
        return comparison
    }
}

/// What a run of a saved search brought.
public struct SavedComparison: Sendable, Hashable {
    /// What was not there before, best first.
    public var new: [SearchHit] = []
    /// What says something else than before.
    public var changed: [SavedChange] = []
    /// What does not exist any more: all results of its source were fetched, and it is not among them.
    public var removed: [SearchHit] = []
    /// What is no longer among the first results of its source, which were fetched. It may still exist.
    public var dropped: [SearchHit] = []
    /// What is as it was, shown or below the limit.
    public var unchanged: [SearchHit] = []

    /// Makes a comparison in which nothing was found.
    public init() {}

    /// Whether nothing is new, changed, gone or dropped.
    public var isEmpty: Bool { new.isEmpty && changed.isEmpty && removed.isEmpty && dropped.isEmpty }
}

/// A hit that says something else than before.
public struct SavedChange: Sendable, Hashable {
    /// As it was.
    public var before: SearchHit
    /// As it is.
    public var after: SearchHit

    /// Makes a change.
    public init(before: SearchHit, after: SearchHit) {
        self.before = before
        self.after = after
    }
}

extension SearchHit {
    /// Whether it says the same to a person: pictures, whose addresses come and go, and scores aside. Dates are whole seconds when they are kept.
    fileprivate func hasSameContent(as other: SearchHit) -> Bool {
        title == other.title && subtitle == other.subtitle && text == other.text && url == other.url
            && date.map { $0.timeIntervalSince1970.rounded(.down) }
                == other.date.map { $0.timeIntervalSince1970.rounded(.down) }
    }
}

extension SavedQuery: Codable {
    private enum CodingKeys: String, CodingKey {
        case text, scope, limit, videoOrder, repositorySort
    }

    /// Reads a query. What this release does not know of orders is none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(String.self, forKey: .text),
            scope: try container.decode(Scope.self, forKey: .scope),
            limit: try container.decode(Int.self, forKey: .limit),
            videoOrder: try container.decodeIfPresent(String.self, forKey: .videoOrder).flatMap(YouTubeOrder.init),
            repositorySort: try container.decodeIfPresent(String.self, forKey: .repositorySort)
                .flatMap(GitHubRepositorySort.init)
        )
    }

    /// Writes a query.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(text, forKey: .text)
        try container.encode(scope, forKey: .scope)
        try container.encode(limit, forKey: .limit)
        try container.encodeIfPresent(videoOrder?.rawValue, forKey: .videoOrder)
        try container.encodeIfPresent(repositorySort?.rawValue, forKey: .repositorySort)
    }
}

extension ClosedRange {
    /// The number of the range that is nearest to a number.
    fileprivate func clamped(_ number: Bound) -> Bound { Swift.max(lowerBound, Swift.min(upperBound, number)) }
}
