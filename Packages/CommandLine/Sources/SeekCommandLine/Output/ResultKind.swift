import Seek

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How results of one kind are told: their columns on a terminal and in TSV, their fields in JSON.
struct ResultKind<Item: Sendable>: Sendable {
    struct Field: Sendable {
        var name: String
        var value: @Sendable (Item) -> FieldValue
    }

    /// What they are called: one, and several.
    var singular: String
    var plural: String
    /// How many a page holds at the most: a call costs the same whatever its page holds.
    var pageSize: Int
    /// The columns of TSV, which scripts count: add at the end only.
    var columns: [Column<Item>]
    /// The columns on a terminal, where a person reads: those that still say something when they are cut.
    var tableColumns: [Column<Item>]
    var fields: [Field]

    var fieldNames: [String] { fields.map(\.name) }

    func name(count: Int) -> String { count == 1 ? singular : plural }

    /// The named fields of an item.
    func object(of item: Item, fields names: [String]) -> FieldValue {
        let chosen = fields.filter { names.contains($0.name) }
        return .object(Dictionary(chosen.map { ($0.name, $0.value(item)) }) { first, _ in first })
    }
}

/// A column of a table.
struct Column<Item: Sendable>: Sendable {
    var header: String
    var color = Color.plain
    /// Whether it gives way where the terminal is narrow.
    var isFlexible = false
    var isNumber = false
    var text: @Sendable (Item) -> String
}

extension ResultKind<YouTubeSearchItem> {
    private static let title = Column<Item>(header: "title", isFlexible: true) { $0.title }
    private static let channel = Column<Item>(header: "channel", color: .cyan, isFlexible: true) {
        $0.channelTitle ?? ""
    }

    static let videos = ResultKind(
        singular: "video",
        plural: "videos",
        pageSize: YouTubeSearchQuery.maximumPageSize,
        columns: [
            Column(header: "id", color: .green) { $0.id },
            title, channel,
            Column(header: "published", color: .faint) { Text.time($0.publishedAt) },
            Column(header: "url", color: .faint) { $0.webURL?.absoluteString ?? "" },
        ],
        tableColumns: [
            Column(header: "url", color: .green) { Text.shortURL($0) },
            title, channel,
            Column(header: "published", color: .faint) { Text.day($0.publishedAt) },
        ],
        fields: [
            Field(name: "channelID") { .text($0.channelID) },
            Field(name: "channelTitle") { .optional($0.channelTitle) },
            Field(name: "description") { .text($0.description) },
            Field(name: "id") { .text($0.id) },
            Field(name: "kind") { .text($0.kind.rawValue) },
            Field(name: "liveBroadcastContent") { .optional($0.liveBroadcastContent) },
            Field(name: "publishedAt") { .optional($0.publishedAt) },
            Field(name: "thumbnails") { item in
                .object(
                    item.thumbnails.mapValues { thumbnail in
                        .object([
                            "url": .text(thumbnail.url.absoluteString), "width": .optional(thumbnail.width),
                            "height": .optional(thumbnail.height),
                        ])
                    }
                )
            },
            Field(name: "title") { .text($0.title) },
            Field(name: "url") { .optional($0.webURL?.absoluteString) },
        ]
    )
}

extension ResultKind<GitHubRepository> {
    private static let name = Column<Item>(header: "name", color: .green) { $0.fullName }
    private static let about = Column<Item>(header: "description", isFlexible: true) { $0.description ?? "" }
    private static let language = Column<Item>(header: "language", color: .cyan) { $0.language ?? "" }
    private static let stars = Column<Item>(header: "stars", color: .yellow, isNumber: true) { Text.number($0.stars) }

    static let repositories = ResultKind(
        singular: "repository",
        plural: "repositories",
        pageSize: GitHubClient.maximumPageSize,
        columns: [
            name, about, language, stars,
            Column(header: "pushed", color: .faint) { Text.time($0.pushedAt) },
            Column(header: "url", color: .faint) { $0.url.absoluteString },
        ],
        tableColumns: [
            name, about, language, stars, Column(header: "pushed", color: .faint) { Text.day($0.pushedAt) },
        ],
        fields: [
            Field(name: "description") { .optional($0.description) },
            Field(name: "forks") { .optional($0.forks) },
            Field(name: "fullName") { .text($0.fullName) },
            Field(name: "id") { .integer($0.id) },
            Field(name: "isArchived") { .bool($0.isArchived) },
            Field(name: "isFork") { .bool($0.isFork) },
            Field(name: "language") { .optional($0.language) },
            Field(name: "license") { .optional($0.license) },
            Field(name: "name") { .text($0.name) },
            Field(name: "owner") { .optional($0.owner) },
            Field(name: "pushedAt") { .optional($0.pushedAt) },
            Field(name: "stars") { .optional($0.stars) },
            Field(name: "topics") { .list($0.topics.map(FieldValue.text)) },
            Field(name: "url") { .text($0.url.absoluteString) },
        ]
    )
}

/// Values in columns; what is not known is empty. Times are in UTC.
private enum Text {
    /// `2026-11-21T07:30:00Z`
    static func time(_ date: Date?) -> String { date?.formatted(.iso8601) ?? "" }

    /// `2026-11-21`
    static func day(_ date: Date?) -> String { date?.formatted(.iso8601.year().month().day()) ?? "" }

    static func number(_ number: Int?) -> String { number.map { "\($0)" } ?? "" }

    /// YouTube's own short address of a video, which a terminal has room for; else the page.
    static func shortURL(_ item: YouTubeSearchItem) -> String {
        item.kind == .video ? "https://youtu.be/\(item.id)" : item.webURL?.absoluteString ?? ""
    }
}
