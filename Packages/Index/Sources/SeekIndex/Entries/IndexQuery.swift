/// What is looked for in an index.
public struct IndexQuery: Sendable, Hashable {
    /// The words, all of which have to be there. The last may be the beginning of one. Nothing in it is an operator, and no text an error;
    /// one without a letter or digit finds nothing.
    public var text: String
    /// The kinds that are wanted; all where it is empty.
    public var kinds: Set<String>
    /// How many hits are wanted at the most.
    public var limit: Int
    /// How many are passed over.
    public var offset: Int

    /// Makes a query.
    public init(_ text: String, kinds: Set<String> = [], limit: Int = 25, offset: Int = 0) {
        self.text = text
        self.kinds = kinds
        self.limit = max(0, limit)
        self.offset = max(0, offset)
    }
}

/// A page of what was found.
public struct IndexPage: Sendable, Hashable {
    /// The hits, best first.
    public var hits: [IndexHit]
    /// How many there are in all, counted up to ``countLimit``. Of rows of ideographs it may count some that are none.
    public var totalCount: Int
    /// Where the next page begins; nil where this is the last.
    public var nextOffset: Int?

    /// How far is counted: 10,000.
    public static let countLimit = 10_000
    /// How many of the hits are put in order and can be paged: the 500 that have the words in their titles or were seen last.
    public static let reachLimit = 500

    /// Makes a page.
    public init(hits: [IndexHit] = [], totalCount: Int = 0, nextOffset: Int? = nil) {
        self.hits = hits
        self.totalCount = totalCount
        self.nextOffset = nextOffset
    }
}

/// An entry that was found, and where the words stand in it.
public struct IndexHit: Sendable, Hashable {
    /// The entry.
    public var entry: IndexEntry
    /// How well it answers: greater is better. Only scores of one query can be compared.
    public var score: Double
    /// The title, with the words in it.
    public var title: HighlightedText
    /// The subtitle, with the words in it.
    public var subtitle: HighlightedText
    /// The part of the text in which the words are, else its beginning.
    public var snippet: HighlightedText
}
