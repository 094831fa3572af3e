/// How GitHub matches the text of a search of issues. Values that GitHub adds later are retained as they are.
public struct GitHubSearchType: RawRepresentable, Sendable, Hashable, Codable {
    /// The name GitHub uses: `semantic`.
    public let rawValue: String

    /// Creates a search type from GitHub's name for it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// By words; the default.
    public static let lexical = GitHubSearchType(rawValue: "lexical")
    /// By meaning.
    public static let semantic = GitHubSearchType(rawValue: "semantic")
    /// By words and by meaning.
    public static let hybrid = GitHubSearchType(rawValue: "hybrid")
}

/// A reason why GitHub matched a semantic or hybrid search by words. Values that GitHub adds later are retained as
/// they are.
public struct GitHubLexicalFallbackReason: RawRepresentable, Sendable, Hashable, Codable {
    /// The name GitHub uses: `quoted_text`.
    public let rawValue: String

    /// Creates a reason from GitHub's name for it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The query has qualifiers only.
    public static let noTextTerms = Self(rawValue: "no_text_terms")
    /// The query has text between quotation marks.
    public static let quotedText = Self(rawValue: "quoted_text")
    /// The query is for something other than issues.
    public static let nonIssueTarget = Self(rawValue: "non_issue_target")
    /// The query has an `OR`.
    public static let orNotSupported = Self(rawValue: "or_boolean_not_supported")
    /// The token gives access to none of the repositories.
    public static let noAccessibleRepositories = Self(rawValue: "no_accessible_repos")
    /// Semantic search failed.
    public static let serverError = Self(rawValue: "server_error")
    /// Only fields without a semantic index were requested.
    public static let onlyNonSemanticFields = Self(rawValue: "only_non_semantic_fields_requested")
    /// Semantic search is temporarily unavailable.
    public static let serviceUnavailable = Self(rawValue: "service_unavailable")
}
