/// How GitHub matches the text of an issue search.
public enum GitHubSearchType: ExtensibleEnum {
    /// By words; the default.
    case lexical
    /// By meaning.
    case semantic
    /// By words and by meaning.
    case hybrid
    /// A value that Seek does not know.
    case unknown(String)

    /// The values that Seek knows.
    public static let knownCases: [Self] = [.lexical, .semantic, .hybrid]

    /// The value in GitHub's API.
    public var rawValue: String {
        switch self {
        case .lexical: "lexical"
        case .semantic: "semantic"
        case .hybrid: "hybrid"
        case .unknown(let value): value
        }
    }
}

/// A reason why GitHub fell back to lexical matching in a semantic or hybrid search.
public enum GitHubLexicalFallbackReason: ExtensibleEnum {
    /// The query has qualifiers only.
    case noTextTerms
    /// The query has text between quotation marks.
    case quotedText
    /// The query is for something other than issues.
    case nonIssueTarget
    /// The query has an `OR`.
    case orNotSupported
    /// The token gives access to none of the searched repositories.
    case noAccessibleRepositories
    /// Semantic search failed.
    case serverError
    /// Only fields without a semantic index were requested.
    case onlyNonSemanticFields
    /// Semantic search is temporarily unavailable.
    case serviceUnavailable
    /// A value that Seek does not know.
    case unknown(String)

    /// The values that Seek knows.
    public static let knownCases: [Self] = [
        .noTextTerms, .quotedText, .nonIssueTarget, .orNotSupported, .noAccessibleRepositories, .serverError,
        .onlyNonSemanticFields, .serviceUnavailable,
    ]

    /// The value in GitHub's API.
    public var rawValue: String {
        switch self {
        case .noTextTerms: "no_text_terms"
        case .quotedText: "quoted_text"
        case .nonIssueTarget: "non_issue_target"
        case .orNotSupported: "or_boolean_not_supported"
        case .noAccessibleRepositories: "no_accessible_repos"
        case .serverError: "server_error"
        case .onlyNonSemanticFields: "only_non_semantic_fields_requested"
        case .serviceUnavailable: "service_unavailable"
        case .unknown(let value): value
        }
    }
}
