public import SeekBasics

/// A search that is run repeatedly and compared with its previous results. It performs no I/O: the caller passes in the
/// results.
///
/// ```swift
/// var saved = SavedSearch(name: "walks", query: FederatedQuery("night walk", kinds: [.video]))
/// let comparison = saved.update(with: hits, at: now)
/// print(comparison.new.map(\.title), comparison.removed.map(\.title))
/// ```
public struct SavedSearch: Sendable, Hashable, Identifiable {
    /// The unique ID, which remains the same when the name or the query changes.
    public let id: UUID
    /// The name.
    public var name: String
    /// The query.
    public var query: FederatedQuery
    /// The results of the last run, in order and without scores, followed by the earlier results that
    /// ``update(with:fetched:at:)`` retained; empty if the search has not been run.
    public private(set) var lastHits: [SearchHit] = []
    /// The date of the last run, in whole seconds; nil if it has not been run.
    public private(set) var lastRunAt: Date?
    /// The date of the last run that changed the results, in whole seconds; the first run counts as a change. Nil if
    /// it has not been run.
    public private(set) var lastChangedAt: Date?

    /// Creates a search that has not been run.
    public init(name: String, query: FederatedQuery, id: UUID = UUID()) {
        self.id = id
        self.name = name
        self.query = query
    }

    /// All results fetched from one source, shown or not. A previous result is reported as removed only if it is not
    /// among them.
    public struct FetchedHits: Sendable, Hashable {
        /// The results, including those beyond the limit.
        public var hits: [SearchHit]
        /// Whether the source has no other results. If false, a previous result that is not in ``hits`` is reported as
        /// ``SavedComparison/dropped``.
        public var isComplete: Bool

        /// Creates the results of a source.
        public init(_ hits: [SearchHit], isComplete: Bool) {
            self.hits = hits
            self.isComplete = isComplete
        }
    }

    /// Returns the differences from the previous results, and replaces the previous results with the new ones. In the
    /// first run, all results are new. Previous results that are now beyond the limit, or whose source failed, are
    /// retained. Those that are now older than a relative ``FederatedQuery/since`` are removed without a report.
    ///
    /// - Parameters:
    ///   - hits: The results of the new run, in order.
    ///   - fetched: All fetched results by ``SearchHit/source``, without sources that failed: the previous results of a
    ///     failed source are not reported as removed. Nil if no results exist except `hits`.
    ///   - date: The date of the run.
    public mutating func update(
        with hits: [SearchHit],
        fetched: [String: FetchedHits]? = nil,
        at date: Date
    ) -> SavedComparison {
        let previousHits = Dictionary(lastHits.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var comparison = SavedComparison()
        var newHits: [SearchHit] = []
        var seen: Set<String> = []
        for hit in hits where seen.insert(hit.id).inserted {
            newHits.append(hit)
            if let previous = previousHits[hit.id] {
                comparison.add(hit, previous: previous)
            } else {
                comparison.new.append(hit)
            }
        }
        let oldest = query.since.flatMap { $0.isRelative ? $0.start(at: date) : nil } ?? .distantPast
        for previous in lastHits where !seen.contains(previous.id) {
            if let date = previous.date, date < oldest { continue }
            let source: FetchedHits? =
                if let fetched { fetched[previous.source] } else { FetchedHits([], isComplete: true) }
            guard let source else {
                // The source failed.
                newHits.append(previous)
                continue
            }
            if let hit = source.hits.first(where: { $0.id == previous.id }) {
                comparison.add(hit, previous: previous)
                newHits.append(hit)
            } else if source.isComplete {
                comparison.removed.append(previous)
            } else {
                comparison.dropped.append(previous)
            }
        }
        lastHits = newHits.map { hit in
            var hit = hit
            (hit.score, hit.reasons) = (0, [])
            return hit
        }
        let wholeSecondsDate = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
        lastRunAt = wholeSecondsDate
        if lastChangedAt == nil || !comparison.isEmpty { lastChangedAt = wholeSecondsDate }
        return comparison
    }
}

/// The differences between two runs of a saved search.
public struct SavedComparison: Sendable, Hashable {
    /// Results that are new, in the order of the new run.
    public var new: [SearchHit] = []
    /// Results whose content has changed.
    public var changed: [SavedChange] = []
    /// Results that no longer exist: all results of their source were fetched, and these were not among them.
    public var removed: [SearchHit] = []
    /// Results that were not fetched this time but may still exist, because the source has more results.
    public var dropped: [SearchHit] = []
    /// Results whose content has not changed, including those beyond the limit.
    public var unchanged: [SearchHit] = []

    /// Creates an empty comparison.
    public init() {}

    /// Whether nothing is new, changed, removed or dropped.
    public var isEmpty: Bool { new.isEmpty && changed.isEmpty && removed.isEmpty && dropped.isEmpty }

    fileprivate mutating func add(_ hit: SearchHit, previous: SearchHit) {
        if previous.hasSameContent(as: hit) {
            unchanged.append(hit)
        } else {
            changed.append(SavedChange(before: previous, after: hit))
        }
    }
}

/// A result whose content has changed.
public struct SavedChange: Sendable, Hashable {
    /// The previous version.
    public var before: SearchHit
    /// The current version.
    public var after: SearchHit
}

extension SearchHit {
    /// Returns whether the title, subtitle, text, URL and date are equal. Other properties, such as thumbnails and
    /// counts, are ignored, because they change often. Dates are compared in whole seconds, as they are stored.
    fileprivate func hasSameContent(as other: SearchHit) -> Bool {
        title == other.title && subtitle == other.subtitle && text == other.text && url == other.url
            && date.map { $0.timeIntervalSince1970.rounded(.down) }
                == other.date.map { $0.timeIntervalSince1970.rounded(.down) }
    }
}

extension SavedSearch: Codable {
    /// Decodes a search. If it was stored by an earlier version, without an ID, the ID is derived from the name.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let name = try container.decode(String.self, forKey: .name)
        self.init(
            name: name,
            query: try container.decode(FederatedQuery.self, forKey: .query),
            id: try container.decodeIfPresent(UUID.self, forKey: .id) ?? UUID(named: name, in: Self.namespace)
        )
        lastHits = try container.decode([SearchHit].self, forKey: .lastHits).map { hit in
            var hit = hit
            // Earlier versions had one source of GitHub.
            if hit.source == "github", hit.kind.service == .gitHub { hit.source = hit.kind.sourceName }
            return hit
        }
        lastRunAt = try container.decodeIfPresent(Date.self, forKey: .lastRunAt)
        // Earlier versions did not store this date.
        lastChangedAt = try container.decodeIfPresent(Date.self, forKey: .lastChangedAt) ?? lastRunAt
    }

    /// A random namespace for IDs derived from names.
    private static let namespace = UUID(
        uuid: (
            0x5E, 0x16, 0x8A, 0x3B, 0x41, 0xD2, 0x4C, 0x7F, 0x9B, 0x60, 0x2D, 0x07, 0xE4, 0x95, 0xC1, 0xA8
        )
    )
}
