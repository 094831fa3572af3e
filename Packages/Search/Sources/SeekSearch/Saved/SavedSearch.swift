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
    /// How many hits are looked at, of each source and of all together.
    public var limit: Int
    /// The order of videos; YouTube's own, by relevance, where it is nil.
    public var videoOrder: YouTubeOrder?
    /// The order of repositories; GitHub's own, by best match, where it is nil.
    public var repositorySort: GitHubRepositorySort?

    /// Makes a query.
    public init(
        _ text: String,
        scope: Scope = .all,
        limit: Int = 50,
        videoOrder: YouTubeOrder? = nil,
        repositorySort: GitHubRepositorySort? = nil
    ) {
        self.text = text
        self.scope = scope
        self.limit = limit
        self.videoOrder = videoOrder
        self.repositorySort = repositorySort
    }
}

/// A search that is run again and again, and what it showed last. A pure value: who runs it hands in what was found.
///
/// ```swift
/// var saved = SavedSearch(name: "walks", query: SavedQuery("night walk", scope: .videos, videoOrder: .date))
/// let comparison = saved.take(hits, at: now)
/// print(comparison.new.map(\.title), comparison.gone.map(\.title))
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

    /// What differs between what was found and what is remembered. In the first run everything is new.
    ///
    /// - Parameters:
    ///   - hits: what was found.
    ///   - sources: the sources that answered in full; of others nothing is called gone. Nil where all did.
    public func comparison(with hits: [SearchHit], answeredBy sources: Set<String>? = nil) -> SavedComparison {
        let before = Dictionary(remembered.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var comparison = SavedComparison()
        var seen: Set<String> = []
        for hit in hits where seen.insert(hit.id).inserted {
            switch before[hit.id] {
            case nil: comparison.new.append(hit)
            case let known? where known.says(theSameAs: hit): comparison.unchanged.append(hit)
            case let known?: comparison.changed.append(SavedChange(before: known, after: hit))
            }
        }
        comparison.gone = remembered.filter { !seen.contains($0.id) && sources?.contains($0.source) ?? true }
        return comparison
    }

    /// Compares, and remembers what was found. What a source that did not answer had shown stays remembered.
    ///
    /// - Parameters:
    ///   - hits: what was found.
    ///   - sources: the sources that answered in full; nil where all did.
    ///   - date: when the search was run.
    public mutating func take(
        _ hits: [SearchHit],
        answeredBy sources: Set<String>? = nil,
        at date: Date
    ) -> SavedComparison {
        let comparison = comparison(with: hits, answeredBy: sources)
        var seen: Set<String> = []
        let found = hits.filter { seen.insert($0.id).inserted }
        let silent = remembered.filter { !seen.contains($0.id) && !(sources?.contains($0.source) ?? true) }
        remembered = (found + silent).map { hit in
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
    /// What is not there any more.
    public var gone: [SearchHit] = []
    /// What is as it was.
    public var unchanged: [SearchHit] = []

    /// Makes a comparison in which nothing was found.
    public init() {}

    /// Whether nothing is new, changed or gone.
    public var isEmpty: Bool { new.isEmpty && changed.isEmpty && gone.isEmpty }
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
    fileprivate func says(theSameAs other: SearchHit) -> Bool {
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
