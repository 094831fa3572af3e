import Seek
import SeekBasics

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
