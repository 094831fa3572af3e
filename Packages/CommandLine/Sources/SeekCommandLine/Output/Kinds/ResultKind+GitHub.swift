import Seek
import SeekBasics

extension ResultKind<GitHubRepository> {
    static let repositories = ResultKind(
        singular: "repository",
        plural: "repositories",
        pageSize: GitHubClient.maximumPageSize,
        address: { $0.url.absoluteString },
        fields: [
            .column("fullName", .green, header: "name", link: { $0.url }) { .string($0.fullName) },
            .column("description", isFlexible: true) { .optional($0.description) },
            .column("language", .cyan) { .optional($0.language) },
            .column("stargazersCount", .yellow, header: "stars") { .optional($0.starCount) },
            .column("pushedAt", .faint, header: "pushed", format: .date) { .optional($0.pushedAt) },
            .init("createdAt", format: .date) { .optional($0.createdAt) },
            .init("defaultBranch") { .optional($0.defaultBranch) },
            .init("forksCount") { .optional($0.forkCount) },
            .init("hasIssues") { .optional($0.hasIssues) },
            .init("hasPages") { .optional($0.hasPages) },
            .init("hasProjects") { .optional($0.hasProjects) },
            .init("hasWiki") { .optional($0.hasWiki) },
            .init("homepage") { .optional($0.homepage) },
            .init("id") { .number($0.id) },
            .init("isArchived") { .bool($0.isArchived) },
            .init("isDisabled") { .bool($0.isDisabled) },
            .init("isFork") { .bool($0.isFork) },
            .init("isPrivate") { .optional($0.visibility.map { $0 != .public }) },
            .init("license") { .optional($0.license) },
            .init("name") { .string($0.name) },
            .init("openIssuesCount") { .optional($0.openIssueCount) },
            .init("owner") { .optional($0.owner?.login) },
            .init("size") { .optional($0.size) },
            .init("topics") { .array($0.topics.map(JSONValue.string)) },
            .init("updatedAt", format: .date) { .optional($0.updatedAt) },
            .init("visibility") { .optional($0.visibility?.rawValue) },
            // In GitHub's API, the watchers of a repository are its stargazers.
            .init("watchersCount") { .optional($0.starCount) },
        ]
    )
}

extension ResultKind<GitHubUser> {
    static let users = ResultKind(
        singular: "user",
        plural: "users",
        pageSize: GitHubClient.maximumPageSize,
        address: { $0.url.absoluteString },
        fields: [
            .column("login", .green, link: { $0.url }) { .string($0.login) },
            .column("name", isFlexible: true) { .optional($0.name) },
            .column("type", .cyan) { .optional($0.type?.rawValue) },
            .init("avatarURL") { .optional($0.avatarURL?.absoluteString) },
            .init("id") { .number($0.id) },
        ]
    )
}

extension ResultKind<GitHubCode> {
    static let code = ResultKind(
        singular: "file",
        plural: "files",
        pageSize: GitHubClient.maximumPageSize,
        address: { $0.url.absoluteString },
        fields: [
            .column("repository", .green, link: { $0.repository?.url }) { .optional($0.repository?.fullName) },
            .column("path", isFlexible: true, isMain: true, link: { $0.url }) { .string($0.path) },
            .column(
                "matches",
                .faint,
                header: "match",
                isFlexible: true,
                cell: { .optional($0.textMatches.first { $0.property == "content" }?.fragment) },
                value: { .array($0.textMatches.map { .string($0.fragment) }) }
            ),
            .init("name") { .string($0.name) },
            .init("sha") { .optional($0.sha) },
        ]
    )
}

extension ResultKind<GitHubCommit> {
    static let commits = ResultKind(
        singular: "commit",
        plural: "commits",
        pageSize: GitHubClient.maximumPageSize,
        address: { $0.url.absoluteString },
        fields: [
            .column("repository", .green) { .optional($0.repository) },
            .column("sha", .yellow, in: .delimited) { .string($0.sha) },
            .column("sha", .yellow, isSelectable: false, in: .table, link: { $0.url }) {
                .string(String($0.sha.prefix(7)))
            },
            .column("message", isFlexible: true, isMain: true, cell: { .string($0.subject) }) { .string($0.message) },
            .column("author", cell: { .optional($0.author?.login ?? $0.authorName) }) { .optional($0.author?.login) },
            .column("authoredAt", .faint, header: "authored", format: .date) { .optional($0.authoredAt) },
            .init("authorName") { .optional($0.authorName) },
            .init("committedAt", format: .date) { .optional($0.committedAt) },
        ]
    )
}

extension GitHubCommit {
    /// The first line of the message.
    fileprivate var subject: String { String(message.prefix { !$0.isNewline }) }
}

extension ResultKind<GitHubTopic> {
    static let topics = ResultKind(
        singular: "topic",
        plural: "topics",
        pageSize: GitHubClient.maximumPageSize,
        address: { $0.url?.absoluteString },
        fields: [
            .column("name", .green, isMain: true, link: { $0.url }) { .string($0.name) },
            .column("description", isFlexible: true, cell: { .optional($0.summary ?? $0.description) }) {
                .optional($0.description)
            },
            .column("createdAt", .faint, header: "created", format: .date) { .optional($0.createdAt) },
            .init("createdBy") { .optional($0.createdBy) },
            .init("displayName") { .optional($0.displayName) },
            .init("isCurated") { .bool($0.isCurated) },
            .init("isFeatured") { .bool($0.isFeatured) },
            .init("summary") { .optional($0.summary) },
            .init("updatedAt", format: .date) { .optional($0.updatedAt) },
        ]
    )
}

extension ResultKind<GitHubLabel> {
    /// - Parameters:
    ///   - repository: The repository's owner and name.
    ///   - site: The address of GitHub's website, without a slash at the end.
    static func labels(of repository: String, at site: String) -> ResultKind {
        @Sendable func address(_ label: GitHubLabel) -> String {
            "\(site)/\(repository)/labels/\(PercentEncoding.encode(label.name))"
        }
        return ResultKind(
            singular: "label",
            plural: "labels",
            pageSize: GitHubClient.maximumPageSize,
            address: { address($0) },
            fields: [
                .column("name", .green, isMain: true, link: { URL(string: address($0)) }) { .string($0.name) },
                .column("description", isFlexible: true) { .optional($0.description) },
                .column("color", .faint) { .optional($0.color) },
                .init("id") { .optional($0.databaseID) },
                .init("isDefault") { .bool($0.isDefault) },
            ]
        )
    }
}

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
