import SeekBasics
public import SeekModels
public import SeekNetworking

/// A page of results.
public struct SearchPage<Item: Sendable>: ItemPage {
    /// The results, in the API's order.
    public var items: [Item]
    /// The items that were skipped because they are invalid, and why.
    public var skipped: [SkippedItem]
    /// The total number of results as reported by the API; nil if unknown. YouTube's is an estimate.
    public var totalCount: Int64?
    /// Why results are missing from the page; empty if none are.
    public var incompleteReasons: Set<IncompleteReason>
    /// Whether results are missing from the page.
    public var isIncomplete: Bool { !incompleteReasons.isEmpty }
    /// The cursor of the next page; nil on the last page.
    public var next: PageCursor?
    /// The source and age of the page. For a page of several requests: the costliest source, the greatest age, and the
    /// sum of the attempts; see ``requests`` for each.
    public var provenance: Provenance
    /// The requests of a page that merges two searches, those of issues and of pull requests; empty for a page of a
    /// single request.
    public var requests: [SearchPageRequest] = []
    /// How GitHub matched the text of an issue search; nil for other searches, or if unknown.
    public var searchType: GitHubSearchType?
    /// Why GitHub fell back to a lexical search; empty if it did not.
    public var lexicalFallbackReasons: [GitHubLexicalFallbackReason] = []
    /// The announcement of the API that this search will change or be removed; nil if there is none.
    public var deprecation: Deprecation?
    /// The estimated number of pages of a search over a span of time if its results are spread evenly, this page
    /// included; nil for other pages than the first, other searches, and if the API reports no total. Each page costs one
    /// call; a page of both issues and pull requests costs two.
    public internal(set) var estimatedPages: Int64?
    /// The number of windows so far in a search over a span of time that have more results than the API returns and
    /// cannot be divided, so that some of their results are missing.
    public internal(set) var saturatedWindows = 0
    /// The plan of a search over a span of time after this page; nil for other searches.
    @_spi(Seek) public internal(set) var windowPlan: WindowPlan?
    /// The reports of a federated search; empty for a page of a single source.
    var sources: [SourceReport] = []
    /// The cost in the API's quota: 1 for each request sent, including failed ones; 0 if the store provides the page
    /// without a request. (GitHub does not charge requests with a token whose response is 304; they are counted here.)
    public var quotaCost: Int { provenance.attempts }

    /// Creates a page.
    public init(
        items: [Item],
        skipped: [SkippedItem] = [],
        totalCount: Int64? = nil,
        incompleteReasons: Set<IncompleteReason> = [],
        next: PageCursor? = nil,
        provenance: Provenance = .network
    ) {
        self.items = items
        self.skipped = skipped
        self.totalCount = totalCount
        self.incompleteReasons = incompleteReasons
        self.next = next
        self.provenance = provenance
    }
}

extension SearchPage {
    /// Returns the page with each result transformed.
    public func map<Other: Sendable>(_ transform: (Item) -> Other) -> SearchPage<Other> {
        var page = SearchPage<Other>(
            items: items.map(transform),
            skipped: skipped,
            totalCount: totalCount,
            incompleteReasons: incompleteReasons,
            next: next,
            provenance: provenance
        )
        page.requests = requests
        page.searchType = searchType
        page.lexicalFallbackReasons = lexicalFallbackReasons
        page.deprecation = deprecation
        page.estimatedPages = estimatedPages
        page.saturatedWindows = saturatedWindows
        page.windowPlan = windowPlan
        page.sources = sources
        return page
    }
}

/// One request of a merged page.
public struct SearchPageRequest: Sendable, Hashable {
    /// The results that were requested: `issues` or `pull requests`.
    public var name: String
    /// The total number of results as reported by the API; nil if unknown.
    public var totalCount: Int64?
    /// Why results are missing from the response; empty if none are.
    public var incompleteReasons: Set<IncompleteReason>
    /// Whether results are missing from the response.
    public var isIncomplete: Bool { !incompleteReasons.isEmpty }
    /// The source and age of the response.
    public var provenance: Provenance
    /// The cost in the API's quota; see ``SearchPage/quotaCost``.
    public var quotaCost: Int { provenance.attempts }
}

extension Provenance {
    /// Combines the provenance of several responses: the costliest source, the greatest age, and the sum of the
    /// attempts.
    init(merging responses: [Provenance]) {
        // The costliest source first. Any other source, such as a sample, is used only if there is none of these.
        let source =
            [Source.network, .shared, .disk, .memory].first { source in responses.contains { $0.source == source } }
            ?? responses.first?.source ?? .memory
        self.init(
            source: source,
            age: responses.map(\.age).max() ?? .zero,
            attempts: responses.reduce(0) { $0 + $1.attempts },
            staleReason: responses.lazy.compactMap(\.staleReason).first,
            isRevalidated: source != .network && responses.contains(where: \.isRevalidated)
        )
    }
}

/// The position of a page in the results of a query. It is opaque, and valid for that query only.
public struct PageCursor: Sendable, Hashable, Codable {
    /// YouTube's page token, the URL of GitHub's next page, JSON for a merged search of issues and pull requests, or the
    /// plan of a search over a span of time: up to 256 KB.
    public let rawValue: String

    /// Creates a cursor from a stored ``rawValue``.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Compares the bytes, as the services do.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.rawValue.utf8.elementsEqual(rhs.rawValue.utf8) }
}

extension PageCursor {
    /// Creates a cursor of a position that Seek keeps, as JSON after a prefix; nil only if it cannot be encoded.
    init?(_ position: some Encodable, prefix: String = "") {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(position) else { return nil }
        self.init(rawValue: prefix + String(decoding: data, as: UTF8.self))
    }

    /// Returns the position that ``init(_:prefix:)`` encoded; nil for any other cursor, and for one over 256 KB.
    func position<Position: Decodable>(as type: Position.Type, prefix: String = "") -> Position? {
        let text = rawValue.utf8
        guard text.count <= Self.maximumLength, text.starts(with: prefix.utf8) else { return nil }
        return try? JSONDecoder().decodeBounded(type, from: Data(text.dropFirst(prefix.utf8.count)))
    }

    /// The maximum length in bytes. A plan that is divided as often as possible takes about 200 KB, one of a usual search
    /// less than 20 KB.
    static let maximumLength = 256 * 1024
}
