import Seek
import SeekBasics

extension ResultKind<GitHubIssue> {
    static let issues = ResultKind(
        singular: "issue",
        plural: "issues",
        pageSize: GitHubClient.maximumPageSize,
        address: { $0.url.absoluteString },
        fields: [
            .column("issue", .green, isSelectable: false, link: { $0.url }) {
                .string("\($0.repository ?? "")#\($0.number)")
            },
            .column("title", isFlexible: true, isMain: true) { .string($0.title) },
            .column("state", .cyan) { .optional($0.stateName) },
            .column("author") { .optional($0.author?.login) },
            .column("commentsCount", .yellow, header: "comments") { .optional($0.commentCount) },
            .column("updatedAt", .faint, header: "updated", format: .date) { .optional($0.updatedAt) },
            .init("assignees") { .array($0.assignees.map { .string($0.login) }) },
            .init("authorAssociation") { .optional($0.authorAssociation?.rawValue) },
            .init("body") { .optional($0.body) },
            .init("closedAt", format: .date) { .optional($0.closedAt) },
            .init("createdAt", format: .date) { .optional($0.createdAt) },
            .init("dependencies") { $0.dependencies.map(JSONValue.init) ?? .null },
            .init("fieldValues") { .array($0.fieldValues.map(JSONValue.init)) },
            .init("id") { .number($0.id) },
            .init("isDraft") { .bool($0.isDraft) },
            .init("isLocked") { .bool($0.isLocked) },
            .init("isPullRequest") { .bool($0.isPullRequest) },
            .init("labels") { .array($0.labels.map { .string($0.name) }) },
            .init("mergedAt", format: .date) { .optional($0.mergedAt) },
            .init("milestone") { .optional($0.milestone) },
            .init("number") { .number($0.number) },
            .init("reactions") { $0.reactions.map(JSONValue.init) ?? .null },
            .init("repository") { .optional($0.repository) },
            .init("stateReason") { .optional($0.stateReason?.rawValue) },
            .init("subIssues") { $0.subIssues.map(JSONValue.init) ?? .null },
            .init("type") { .optional($0.type) },
        ]
    )
}

extension JSONValue {
    fileprivate init(_ dependencies: GitHubIssueDependencies) {
        self = .object([
            "blockedBy": .number(dependencies.blockedBy), "blocking": .number(dependencies.blocking),
            "totalBlockedBy": .number(dependencies.totalBlockedBy),
            "totalBlocking": .number(dependencies.totalBlocking),
        ])
    }

    fileprivate init(_ value: GitHubIssueFieldValue) {
        self = .object([
            "name": .optional(value.name), "type": .optional(value.dataType),
            "values": .array(value.values.map(JSONValue.string)),
        ])
    }

    fileprivate init(_ reactions: GitHubReactions) {
        self = .object([
            "total": .number(reactions.total), "+1": .number(reactions.thumbsUp),
            "-1": .number(reactions.thumbsDown), "laugh": .number(reactions.laugh),
            "hooray": .number(reactions.hooray), "confused": .number(reactions.confused),
            "heart": .number(reactions.heart), "rocket": .number(reactions.rocket),
            "eyes": .number(reactions.eyes),
        ])
    }

    fileprivate init(_ subIssues: GitHubSubIssues) {
        self = .object(["total": .number(subIssues.total), "completed": .number(subIssues.completed)])
    }
}

extension GitHubIssue {
    /// The state as in `gh`: `merged` for a merged pull request, which GitHub reports as closed.
    var stateName: String? { mergedAt == nil ? state?.rawValue : "merged" }
}

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
            .init("lexicalFallbackReasons") { .array($0.lexicalFallbackReasons.map { .string($0.rawValue) }) },
            .init("searchType") { .optional($0.searchType?.rawValue) },
        ]
        switch scope {
        case .issues: break
        case .pullRequests:
            (kind.singular, kind.plural) = ("pull request", "pull requests")
            kind.fields[0].header = kind.singular
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
