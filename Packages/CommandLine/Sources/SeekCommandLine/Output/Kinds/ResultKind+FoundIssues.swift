import Seek

/// An issue or a pull request, with how GitHub matched the search that found it.
struct FoundIssue: Sendable {
    var issue: GitHubIssue
    var searchType: GitHubSearchType?
    var lexicalFallbackReasons: [GitHubLexicalFallbackReason]

    init(issue: GitHubIssue, in page: SearchPage<GitHubIssue>) {
        self.issue = issue
        searchType = page.searchType
        lexicalFallbackReasons = page.lexicalFallbackReasons
    }
}

extension ResultKind<FoundIssue> {
    /// The results of a search of issues, named after what it covers.
    static func foundIssues(_ scope: GitHubIssueScope) -> ResultKind<FoundIssue> {
        var kind = ResultKind<GitHubIssue>.issues.mapped { (found: FoundIssue) in found.issue }
        kind.fields += [
            Field(name: "lexicalFallbackReasons") { .list($0.lexicalFallbackReasons.map { .text($0.rawValue) }) },
            Field(name: "searchType") { .optional($0.searchType?.rawValue) },
        ]
        kind.fields.sort { $0.name < $1.name }
        switch scope {
        case .issues: break
        case .pullRequests: (kind.singular, kind.plural) = ("pull request", "pull requests")
        case .all: (kind.singular, kind.plural) = ("result", "results")
        }
        return kind
    }
}

extension GitHubLexicalFallbackReason {
    /// The reason for a person.
    var explanation: String {
        switch self {
        case .noTextTerms: "the text has qualifiers only"
        case .quotedText: "the text has quotation marks"
        case .nonIssueTarget: "the search is not for issues alone"
        case .orNotSupported: "the text has an OR"
        case .noAccessibleRepositories: "the token gives access to none of the repositories"
        case .serverError: "semantic search failed at GitHub; try again later"
        case .onlyNonSemanticFields: "only fields were searched that have no semantic index"
        case .serviceUnavailable: "semantic search is not available at the moment"
        default: rawValue
        }
    }
}
