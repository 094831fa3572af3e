import Seek
import SeekBasics

extension ResultKind<GitHubRepository> {
    private static let name = Column<Item>("name", .green, field: "fullName", link: { $0.url }) {
        .string($0.fullName)
    }
    private static let description = Column<Item>("description", isFlexible: true) { .optional($0.description) }
    private static let language = Column<Item>("language", .cyan) { .optional($0.language) }
    private static let stars = Column<Item>("stars", .yellow) { .optional($0.starCount) }
    private static let pushed = Column<Item>("pushed", .faint, field: "pushedAt", format: .date) {
        .optional($0.pushedAt)
    }

    static let repositories = ResultKind(
        singular: "repository",
        plural: "repositories",
        pageSize: GitHubClient.maximumPageSize,
        columns: [name, description, language, stars, pushed],
        address: { $0.url.absoluteString },
        fields: [
            Field(name: "description") { .optional($0.description) },
            Field(name: "forks") { .optional($0.forkCount) },
            Field(name: "fullName") { .string($0.fullName) },
            Field(name: "id") { .number($0.id) },
            Field(name: "isArchived") { .bool($0.isArchived) },
            Field(name: "isFork") { .bool($0.isFork) },
            Field(name: "language") { .optional($0.language) },
            Field(name: "license") { .optional($0.license) },
            Field(name: "name") { .string($0.name) },
            Field(name: "owner") { .optional($0.owner?.login) },
            Field(name: "pushedAt", format: .date) { .optional($0.pushedAt) },
            Field(name: "stars") { .optional($0.starCount) },
            Field(name: "topics") { .array($0.topics.map(JSONValue.string)) },
            Field(name: "url") { .string($0.url.absoluteString) },
        ]
    )
}

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

extension ResultKind<GitHubUser> {
    private static let login = Column<Item>("login", .green, link: { $0.url }) { .string($0.login) }
    private static let name = Column<Item>("name", isFlexible: true) { .optional($0.name) }
    private static let type = Column<Item>("type", .cyan) { .optional($0.type?.rawValue) }

    static let users = ResultKind(
        singular: "user",
        plural: "users",
        pageSize: GitHubClient.maximumPageSize,
        columns: [login, name, type],
        address: { $0.url.absoluteString },
        fields: [
            Field(name: "avatarURL") { .optional($0.avatarURL?.absoluteString) },
            Field(name: "id") { .number($0.id) },
            Field(name: "login") { .string($0.login) },
            Field(name: "name") { .optional($0.name) },
            Field(name: "type") { .optional($0.type?.rawValue) },
            Field(name: "url") { .string($0.url.absoluteString) },
        ]
    )
}

extension ResultKind<GitHubCode> {
    private static let repository = Column<Item>("repository", .green, link: { $0.repository?.url }) {
        .optional($0.repository?.fullName)
    }
    private static let path = Column<Item>("path", isFlexible: true, isMain: true, link: { $0.url }) {
        .string($0.path)
    }
    private static let match = Column<Item>("match", .faint, field: "matches", isFlexible: true) {
        .optional($0.textMatches.first { $0.property == "content" }?.fragment)
    }

    static let code = ResultKind(
        singular: "file",
        plural: "files",
        pageSize: GitHubClient.maximumPageSize,
        columns: [repository, path, match],
        address: { $0.url.absoluteString },
        fields: [
            Field(name: "matches") { .array($0.textMatches.map { .string($0.fragment) }) },
            Field(name: "name") { .string($0.name) },
            Field(name: "path") { .string($0.path) },
            Field(name: "repository") { .optional($0.repository?.fullName) },
            Field(name: "sha") { .optional($0.sha) },
            Field(name: "url") { .string($0.url.absoluteString) },
        ]
    )
}
