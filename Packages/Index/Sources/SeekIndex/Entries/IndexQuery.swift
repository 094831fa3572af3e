/// A search in an index.
public struct IndexQuery: Sendable, Hashable {
    /// The words to search for, all of which must occur. The last may be a prefix of at least two characters. There
    /// are no operators and no syntax errors; a text without words, for example only punctuation, matches nothing. Only
    /// the first 4 KiB and the first 32 words are used.
    public var text: String
    /// The kinds of entries to return; all when empty.
    public var kinds: Set<String>
    /// The maximum number of hits. A negative number counts as 0.
    public var limit: Int
    /// The number of hits to skip. A negative number counts as 0.
    public var offset: Int

    /// Creates a query.
    public init(_ text: String, kinds: Set<String> = [], limit: Int = 25, offset: Int = 0) {
        self.text = text
        self.kinds = kinds
        self.limit = limit
        self.offset = offset
    }
}

/// A page of hits.
public struct IndexPage: Sendable, Hashable {
    /// The hits, best first.
    public var hits: [IndexHit] = []
    /// The number of matching entries, up to ``countLimit``. From ``rankedLimit`` on, it can be too high if the query
    /// contains Chinese, Japanese, Korean, Thai, Lao, Burmese or Khmer text.
    public var totalCount = 0
    /// The offset of the next page; nil when this page is the last or has no hits.
    public var nextOffset: Int?

    /// The maximum of ``totalCount``: 10,000.
    public static let countLimit = 10_000
    /// The maximum number of entries that are ranked and returned as hits: 500. When more entries match, up to half of
    /// the ranked ones are entries with all words in their titles; the others are those inserted last.
    public static let rankedLimit = 500
}

/// An entry that matches a query, with its matches highlighted.
public struct IndexHit: Sendable, Hashable {
    /// The entry.
    public var entry: IndexEntry
    /// The relevance; greater is better. Only comparable with scores of the same query.
    public var score: Double
    /// The title with its matches.
    public var title: HighlightedText
    /// The subtitle with its matches.
    public var subtitle: HighlightedText
    /// The part of the text around the first match, or the beginning of the text if there is no match in it.
    public var snippet: HighlightedText
}
