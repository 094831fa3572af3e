import Seek

/// An issue or pull request, with the type of the search that found it.
struct FoundIssue: Sendable {
    var issue: GitHubIssue
    var searchType: GitHubSearchType?
    /// Why GitHub matched by words although a semantic or hybrid search was requested; empty if it did not.
    var lexicalFallbackReasons: [GitHubLexicalFallbackReason]

    init(issue: GitHubIssue, in page: SearchPage<GitHubIssue>) {
        self.issue = issue
        searchType = page.searchType
        lexicalFallbackReasons = page.lexicalFallbackReasons
    }
}

extension ResultKind<FoundIssue> {
    static func foundIssues(_ scope: GitHubIssueScope) -> ResultKind<FoundIssue> {
        var kind = ResultKind<GitHubIssue>.issues.mapped { (result: FoundIssue) in result.issue }
        kind.fields += [
            Field(name: "lexicalFallbackReasons") { .array($0.lexicalFallbackReasons.map { .string($0.rawValue) }) },
            Field(name: "searchType") { .optional($0.searchType?.rawValue) },
        ]
        kind.fields.sort { $0.name < $1.name }
        switch scope {
        case .issues: break
        case .pullRequests:
            (kind.singular, kind.plural) = ("pull request", "pull requests")
            kind.columns[0].header = kind.singular
        case .all: (kind.singular, kind.plural) = ("result", "results")
        }
        return kind
    }
}

extension GitHubLexicalFallbackReason {
    var explanation: String {
        switch self {
        case .noTextTerms: "the text contains only qualifiers"
        case .quotedText: "the text contains quotation marks"
        case .nonIssueTarget: "the search is not limited to issues"
        case .orNotSupported: "the text contains OR"
        case .noAccessibleRepositories: "the token has no access to the repositories"
        case .serverError: "semantic search failed at GitHub; try again later"
        case .onlyNonSemanticFields: "the searched fields have no semantic index"
        case .serviceUnavailable: "semantic search is currently unavailable"
        default: rawValue
        }
    }
}
