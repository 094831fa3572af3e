import Seek
import SeekBasics

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
