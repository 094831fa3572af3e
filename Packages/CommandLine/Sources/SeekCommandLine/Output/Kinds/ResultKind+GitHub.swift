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

extension ResultKind<GitHubCommit> {
    private static let repository = Column<Item>("repository", .green) { .optional($0.repository) }
    private static let sha = Column<Item>("sha", .yellow, in: .delimited) { .string($0.sha) }
    private static let shortSHA = Column<Item>("sha", .yellow, in: .table, link: { $0.url }) {
        .string(String($0.sha.prefix(7)))
    }
    private static let message = Column<Item>("message", isFlexible: true, isMain: true) { .string($0.subject) }
    private static let author = Column<Item>("author") { .optional($0.author?.login ?? $0.authorName) }
    private static let authored = Column<Item>("authored", .faint, field: "authoredAt", format: .date) {
        .optional($0.authoredAt)
    }

    static let commits = ResultKind(
        singular: "commit",
        plural: "commits",
        pageSize: GitHubClient.maximumPageSize,
        columns: [repository, sha, shortSHA, message, author, authored],
        address: { $0.url.absoluteString },
        fields: [
            Field(name: "author") { .optional($0.author?.login) },
            Field(name: "authorName") { .optional($0.authorName) },
            Field(name: "authoredAt", format: .date) { .optional($0.authoredAt) },
            Field(name: "committedAt", format: .date) { .optional($0.committedAt) },
            Field(name: "message") { .string($0.message) },
            Field(name: "repository") { .optional($0.repository) },
            Field(name: "sha") { .string($0.sha) },
            Field(name: "url") { .string($0.url.absoluteString) },
        ]
    )
}

extension GitHubCommit {
    /// The first line of the message.
    fileprivate var subject: String { String(message.prefix { !$0.isNewline }) }
}

extension ResultKind<GitHubTopic> {
    private static let name = Column<Item>("name", .green, isMain: true, link: { $0.url }) {
        .string($0.name)
    }
    private static let description = Column<Item>("description", isFlexible: true) {
        .optional($0.summary ?? $0.description)
    }
    private static let created = Column<Item>("created", .faint, field: "createdAt", format: .date) {
        .optional($0.createdAt)
    }

    static let topics = ResultKind(
        singular: "topic",
        plural: "topics",
        pageSize: GitHubClient.maximumPageSize,
        columns: [name, description, created],
        address: { $0.url?.absoluteString },
        fields: [
            Field(name: "createdAt", format: .date) { .optional($0.createdAt) },
            Field(name: "createdBy") { .optional($0.createdBy) },
            Field(name: "description") { .optional($0.description) },
            Field(name: "displayName") { .optional($0.displayName) },
            Field(name: "isCurated") { .bool($0.isCurated) },
            Field(name: "isFeatured") { .bool($0.isFeatured) },
            Field(name: "name") { .string($0.name) },
            Field(name: "summary") { .optional($0.summary) },
            Field(name: "updatedAt", format: .date) { .optional($0.updatedAt) },
            Field(name: "url") { .optional($0.url?.absoluteString) },
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
        let name = Column<GitHubLabel>("name", .green, isMain: true, link: { URL(string: address($0)) }) {
            .string($0.name)
        }
        let description = Column<GitHubLabel>("description", isFlexible: true) { .optional($0.description) }
        let color = Column<GitHubLabel>("color", .faint) { .optional($0.color) }
        return ResultKind(
            singular: "label",
            plural: "labels",
            pageSize: GitHubClient.maximumPageSize,
            columns: [name, description, color],
            address: { address($0) },
            fields: [
                Field(name: "color") { .optional($0.color) },
                Field(name: "description") { .optional($0.description) },
                Field(name: "id") { .optional($0.databaseID) },
                Field(name: "isDefault") { .bool($0.isDefault) },
                Field(name: "name") { .string($0.name) },
                Field(name: "url") { .string(address($0)) },
            ]
        )
    }
}
