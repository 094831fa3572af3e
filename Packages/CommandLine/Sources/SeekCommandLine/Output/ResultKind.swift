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
    var columns: [Column<Item>]
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
    /// The whole text, as TSV has it.
    var text: @Sendable (Item) -> String
    /// The text on a terminal, where it is another.
    var short: (@Sendable (Item) -> String)?
}

extension ResultKind<YouTubeSearchItem> {
    static let videos = ResultKind(
        singular: "video",
        plural: "videos",
        columns: [
            Column(header: "id", color: .green) { $0.id },
            Column(header: "title", isFlexible: true) { $0.title },
            Column(header: "channel", color: .cyan, isFlexible: true) { $0.channelTitle ?? "" },
            Column(
                header: "published",
                color: .faint,
                text: { Text.time($0.publishedAt) },
                short: { Text.day($0.publishedAt) }
            ),
            Column(header: "url", color: .faint, isFlexible: true) { $0.webURL?.absoluteString ?? "" },
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
    static let repositories = ResultKind(
        singular: "repository",
        plural: "repositories",
        columns: [
            Column(header: "name", color: .green) { $0.fullName },
            Column(header: "description", isFlexible: true) { $0.description ?? "" },
            Column(header: "language", color: .cyan) { $0.language ?? "" },
            Column(header: "stars", color: .yellow, isNumber: true) { $0.stars.map { "\($0)" } ?? "" },
            Column(header: "pushed", color: .faint, text: { Text.time($0.pushedAt) }, short: { Text.day($0.pushedAt) }),
            Column(header: "url", color: .faint, isFlexible: true) { $0.url.absoluteString },
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

/// Times in tables, in UTC.
private enum Text {
    /// `2026-11-21T07:30:00Z`; empty where it is not known.
    static func time(_ date: Date?) -> String { date?.formatted(.iso8601) ?? "" }

    /// `2026-11-21`; empty where it is not known.
    static func day(_ date: Date?) -> String { date?.formatted(.iso8601.year().month().day()) ?? "" }
}
