/// One page of results of a GitHub search.
public struct GitHubSearchPage<Item: Sendable>: Sendable {
    /// The results, in GitHub's order.
    public var items: [Item]
    /// The items that could not be decoded, with the reasons. Empty after strict decoding.
    public var skipped: [SkippedItem]
    /// The total number of results (`total_count`), of which at most 1,000 can be requested; nil if GitHub does not
    /// send it.
    public var totalCount: Int64?
    /// Whether the search timed out and results are missing (`incomplete_results`).
    public var isIncomplete: Bool
    /// How the text was matched (`search_type`); nil if GitHub does not send it. It is sent for searches of issues
    /// only.
    public var searchType: GitHubSearchType?
    /// Why a semantic or hybrid search was matched by words (`lexical_fallback_reason`). Empty if it was not.
    public var lexicalFallbackReasons: [GitHubLexicalFallbackReason]

    /// Creates a page.
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

extension GitHubSearchPage {
    // Without `skipped`, which is not encoded.
    private enum CodingKeys: String, CodingKey {
        case items
        case totalCount = "total_count"
        case isIncomplete = "incomplete_results"
        case searchType = "search_type"
        case lexicalFallbackReasons = "lexical_fallback_reason"
    }
}

extension GitHubSearchPage: Decodable where Item: Decodable {
    /// Decodes a page. The mode of ``ModelDecoder`` determines what happens to invalid items.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let list = try container.decode(ItemList<Item>.self, forKey: .items)
        // GitHub's API description specifies a list of reasons; a single string is accepted as well.
        let singleReason = container.decodeIfValid(String.self, forKey: .lexicalFallbackReasons).map { [$0] }
        let reasons = singleReason ?? container.validElements(of: String.self, forKey: .lexicalFallbackReasons)
        self.init(
            items: list.items,
            skipped: list.skipped,
            totalCount: container.count(forKey: .totalCount),
            isIncomplete: container.decodeIfValid(Bool.self, forKey: .isIncomplete) ?? false,
            searchType: container.decodeIfValid(GitHubSearchType.self, forKey: .searchType),
            lexicalFallbackReasons: reasons.map(GitHubLexicalFallbackReason.init)
        )
    }
}

extension GitHubSearchPage: Encodable where Item: Encodable {}

/// One page of a GitHub list, such as a user's repositories. It is a JSON array.
public struct GitHubListPage<Item: Sendable>: Sendable {
    /// The items, in GitHub's order.
    public var items: [Item]
    /// The items that could not be decoded, with the reasons. Empty after strict decoding.
    public var skipped: [SkippedItem]

    /// Creates a page.
    public init(items: [Item], skipped: [SkippedItem] = []) {
        self.items = items
        self.skipped = skipped
    }
}

extension GitHubListPage: Equatable where Item: Equatable {}
extension GitHubListPage: Hashable where Item: Hashable {}

extension GitHubListPage: Decodable where Item: Decodable {
    /// Decodes a page. The mode of ``ModelDecoder`` determines what happens to invalid items.
    public init(from decoder: any Decoder) throws {
        let list = try ItemList<Item>(from: decoder)
        self.init(items: list.items, skipped: list.skipped)
    }
}

extension GitHubListPage: Encodable where Item: Encodable {
    /// Encodes a page as GitHub sends it. ``skipped`` is not encoded.
    public func encode(to encoder: any Encoder) throws {
        try items.encode(to: encoder)
    }
}

/// How GitHub matches the text of an issue search.
public struct GitHubSearchType: RawRepresentable, Sendable, Hashable, Codable {
    /// By words; the default.
    public static let lexical = Self(rawValue: "lexical")
    /// By meaning.
    public static let semantic = Self(rawValue: "semantic")
    /// By words and by meaning.
    public static let hybrid = Self(rawValue: "hybrid")

    /// The string of GitHub's API.
    public let rawValue: String

    /// Creates a value, which may be one that Seek does not know.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A reason why GitHub fell back to lexical matching in a semantic or hybrid search.
public struct GitHubLexicalFallbackReason: RawRepresentable, Sendable, Hashable, Codable {
    /// The query has qualifiers only.
    public static let noTextTerms = Self(rawValue: "no_text_terms")
    /// The query has text between quotation marks.
    public static let quotedText = Self(rawValue: "quoted_text")
    /// The query is for something other than issues.
    public static let nonIssueTarget = Self(rawValue: "non_issue_target")
    /// The query has an `OR`.
    public static let orNotSupported = Self(rawValue: "or_boolean_not_supported")
    /// The token gives access to none of the searched repositories.
    public static let noAccessibleRepositories = Self(rawValue: "no_accessible_repos")
    /// Semantic search failed.
    public static let serverError = Self(rawValue: "server_error")
    /// Only fields without a semantic index were requested.
    public static let onlyNonSemanticFields = Self(rawValue: "only_non_semantic_fields_requested")
    /// Semantic search is temporarily unavailable.
    public static let serviceUnavailable = Self(rawValue: "service_unavailable")

    /// The string of GitHub's API.
    public let rawValue: String

    /// Creates a value, which may be one that Seek does not know.
    public init(rawValue: String) { self.rawValue = rawValue }
}
