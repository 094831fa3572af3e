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
