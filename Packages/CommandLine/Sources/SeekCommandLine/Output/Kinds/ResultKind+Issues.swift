import Seek
import SeekBasics

extension ResultKind<GitHubIssue> {
    private static let reference = Column<Item>("issue", .green, link: { $0.url }) {
        .string("\($0.repository ?? "")#\($0.number)")
    }
    private static let title = Column<Item>("title", isFlexible: true, isMain: true) { .string($0.title) }
    private static let state = Column<Item>("state", .cyan) { .optional($0.stateName) }
    private static let author = Column<Item>("author") { .optional($0.author?.login) }
    private static let comments = Column<Item>("comments", .yellow, field: "commentCount") {
        .optional($0.commentCount)
    }
    private static let updated = Column<Item>("updated", .faint, field: "updatedAt", format: .date) {
        .optional($0.updatedAt)
    }

    static let issues = ResultKind(
        singular: "issue",
        plural: "issues",
        pageSize: GitHubClient.maximumPageSize,
        columns: [reference, title, state, author, comments, updated],
        address: { $0.url.absoluteString },
        fields: [
            Field(name: "assignees") { .array($0.assignees.map { .string($0.login) }) },
            Field(name: "author") { .optional($0.author?.login) },
            Field(name: "authorAssociation") { .optional($0.authorAssociation?.rawValue) },
            Field(name: "body") { .optional($0.body) },
            Field(name: "closedAt", format: .date) { .optional($0.closedAt) },
            Field(name: "commentCount") { .optional($0.commentCount) },
            Field(name: "createdAt", format: .date) { .optional($0.createdAt) },
            Field(name: "dependencies") { $0.dependencies.map(JSONValue.init) ?? .null },
            Field(name: "fieldValues") { .array($0.fieldValues.map(JSONValue.init)) },
            Field(name: "id") { .number($0.id) },
            Field(name: "isDraft") { .bool($0.isDraft) },
            Field(name: "isPullRequest") { .bool($0.isPullRequest) },
            Field(name: "labels") { .array($0.labels.map { .string($0.name) }) },
            Field(name: "mergedAt", format: .date) { .optional($0.mergedAt) },
            Field(name: "number") { .number($0.number) },
            Field(name: "reactions") { $0.reactions.map(JSONValue.init) ?? .null },
            Field(name: "repository") { .optional($0.repository) },
            Field(name: "state") { .optional($0.stateName) },
            Field(name: "subIssues") { $0.subIssues.map(JSONValue.init) ?? .null },
            Field(name: "title") { .string($0.title) },
            Field(name: "type") { .optional($0.type) },
            Field(name: "updatedAt", format: .date) { .optional($0.updatedAt) },
            Field(name: "url") { .string($0.url.absoluteString) },
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
    fileprivate var stateName: String? { mergedAt == nil ? state?.rawValue : "merged" }
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
