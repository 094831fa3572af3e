/// One page of a GitHub search: the envelope all kinds of search share.
public struct GitHubSearchPage<Item: Sendable>: Sendable {
    /// The results, in GitHub's order.
    public var items: [Item]
    /// The items that were left out, and why. Empty after strict decoding.
    public var skipped: [SkippedItem]
    /// How many results there are in all (`total_count`). At most 1,000 can be paged.
    public var totalCount: Int64?
    /// Whether GitHub ran out of time and left results out (`incomplete_results`).
    public var isIncomplete: Bool
    /// How the text was matched (`search_type`). Searches of issues report it; nil where GitHub does not.
    public var searchType: GitHubSearchType?
    /// Why a semantic or hybrid search was matched by words (`lexical_fallback_reason`); empty where it was not.
    public var lexicalFallbackReasons: [GitHubLexicalFallbackReason]

    /// Makes a page.
    public init(
        items: [Item],
        skipped: [SkippedItem] = [],
        totalCount: Int64? = nil,
        isIncomplete: Bool = false,
        searchType: GitHubSearchType? = nil,
        lexicalFallbackReasons: [GitHubLexicalFallbackReason] = []
    ) {
        self.items = items
        self.skipped = skipped
        self.totalCount = totalCount
        self.isIncomplete = isIncomplete
        self.searchType = searchType
        self.lexicalFallbackReasons = lexicalFallbackReasons
    }
}

extension GitHubSearchPage: Equatable where Item: Equatable {}
extension GitHubSearchPage: Hashable where Item: Hashable {}

extension GitHubSearchPage: Decodable where Item: Decodable {
    private enum CodingKeys: String, CodingKey {
        case items
        case totalCount = "total_count"
        case isIncomplete = "incomplete_results"
        case searchType = "search_type"
        case fallbackReasons = "lexical_fallback_reason"
    }

    /// Reads a page of a search. The mode of ``ModelDecoder`` decides about items that break a rule.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let list = try container.decode(ItemList<Item>.self, forKey: .items)
        // The published description has a list of reasons; a single one is read, too.
        let single = container.tolerant(String.self, forKey: .fallbackReasons).map { [$0] }
        let reasons = single ?? container.list(of: String.self, forKey: .fallbackReasons)
        self.init(
            items: list.items,
            skipped: list.skipped,
            totalCount: container.naturalNumber(forKey: .totalCount),
            isIncomplete: container.tolerant(Bool.self, forKey: .isIncomplete) ?? false,
            searchType: container.tolerant(String.self, forKey: .searchType).map(GitHubSearchType.init),
            lexicalFallbackReasons: reasons.map(GitHubLexicalFallbackReason.init)
        )
    }
}

/// One page of a GitHub listing, such as a user's repositories: a bare array on the wire.
public struct GitHubListPage<Item: Sendable>: Sendable {
    /// The items, in GitHub's order.
    public var items: [Item]
    /// The items that were left out, and why. Empty after strict decoding.
    public var skipped: [SkippedItem]

    /// Makes a page.
    public init(items: [Item], skipped: [SkippedItem] = []) {
        self.items = items
        self.skipped = skipped
    }
}

extension GitHubListPage: Equatable where Item: Equatable {}
extension GitHubListPage: Hashable where Item: Hashable {}

extension GitHubListPage: Decodable where Item: Decodable {
    /// Reads a page of a listing. The mode of ``ModelDecoder`` decides about items that break a rule.
    public init(from decoder: any Decoder) throws {
        let list = try ItemList<Item>(from: decoder)
        self.init(items: list.items, skipped: list.skipped)
    }
}
