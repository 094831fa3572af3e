public import SeekModels
public import SeekNetworking

/// One page of results, from whichever API.
public struct SearchPage<Item: Sendable>: Sendable {
    /// The results, in the API's order.
    public var items: [Item]
    /// The items that were left out because they break the rules of their model, and why.
    public var skipped: [SkippedItem]
    /// How many results there are in all, as the API tells. YouTube's is an estimate.
    public var totalCount: Int?
    /// Whether the API ran out of time and left results out.
    public var isIncomplete: Bool
    /// Where the next page is; nil on the last.
    public var next: PageCursor?
    /// Where the page came from and how old it is. For a page of several requests the costliest source, the greatest age and the sum of
    /// the attempts; ``requests`` has those of each.
    public var provenance: Provenance
    /// The requests behind a page that merges several, such as issues and pull requests; empty for a page of one request.
    public var requests: [SearchPageRequest] = []
    /// How GitHub matched the text of a search of issues; nil for other searches.
    public var searchType: GitHubSearchType?
    /// Why GitHub matched a semantic or hybrid search by words; empty where it did not.
    public var lexicalFallbackReasons: [GitHubLexicalFallbackReason] = []
    /// The cost of the page in the API's quota: 1 for each request that was sent, failed ones included, 0 for a page that a store
    /// served by itself. (An authorised 304 of GitHub's is free, and counted all the same.)
    public var quotaCost: Int { provenance.attempts }

    /// Makes a page.
    public init(
        items: [Item],
        skipped: [SkippedItem] = [],
        totalCount: Int? = nil,
        isIncomplete: Bool = false,
        next: PageCursor? = nil,
        provenance: Provenance = .network
    ) {
        self.items = items
        self.skipped = skipped
        self.totalCount = totalCount
        self.isIncomplete = isIncomplete
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
            isIncomplete: isIncomplete,
            next: next,
            provenance: provenance
        )
        page.requests = requests
        page.searchType = searchType
        page.lexicalFallbackReasons = lexicalFallbackReasons
        return page
    }
}

/// One of the requests behind a page that merges several.
public struct SearchPageRequest: Sendable, Hashable {
    /// What was requested: `issues`, `pull requests`.
    public var name: String
    /// The number of results of this request in all, as the API reports it.
    public var totalCount: Int?
    /// Whether the API ran out of time for this request and left results out.
    public var isIncomplete: Bool
    /// Where the response came from and how old it is.
    public var provenance: Provenance
    /// What it cost of the API's quota, counted as ``SearchPage/quotaCost``.
    public var quotaCost: Int { provenance.attempts }

    /// Creates a report of a request.
    public init(name: String, totalCount: Int? = nil, isIncomplete: Bool = false, provenance: Provenance) {
        self.name = name
        self.totalCount = totalCount
        self.isIncomplete = isIncomplete
        self.provenance = provenance
    }
}

extension Provenance {
    /// The provenance of what several responses were put together from. The cost is the sum of theirs.
    init(merging all: [Provenance]) {
        let source: Source =
            if all.contains(where: { !$0.isCached }) {
                .network
            } else if all.contains(where: { $0.source == .disk }) {
                .disk
            } else {
                .memory
            }
        self.init(
            source: source,
            age: all.map(\.age).max() ?? .zero,
            attempts: all.reduce(0) { $0 + $1.attempts },
            isStale: all.contains(where: \.isStale),
            isRevalidated: source != .network && all.contains(where: \.isRevalidated)
        )
    }
}

/// The place of a page in a listing: opaque, made by the API, valid for the same query only.
public struct PageCursor: Sendable, Hashable, Codable {
    /// YouTube's page token, or GitHub's link.
    public let rawValue: String

    /// Takes up a cursor that was kept.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
