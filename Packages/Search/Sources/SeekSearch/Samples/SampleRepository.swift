import SeekBasics

/// A sample repository. Some have no description, language, topics or license; one is a fork, and one is archived.
struct SampleRepository: Sendable {
    let name: String
    let description: String?
    let language: String?
    let starCount: Int
    var topics: [String] = []
    var license: String?
    var isFork = false
    var isArchived = false
    let pushedAt: String

    static let all: [SampleRepository] = [
        SampleRepository(
            name: "lantern",
            description: "A small search library with a cache",
            language: "Swift",
            starCount: 18_420,
            topics: ["search", "cache", "swift-package"],
            license: "MIT",
            pushedAt: "2026-03-18T21:10:00Z"
        ),
        SampleRepository(
            name: "paper-boat",
            description: "Offline notes that sync when there is a connection",
            language: "Kotlin",
            starCount: 2_311,
            topics: ["offline-first"],
            license: "Apache-2.0",
            pushedAt: "2026-03-02T06:45:00Z"
        ),
        SampleRepository(
            name: "dotfiles",
            description: nil,
            language: "Shell",
            starCount: 3,
            pushedAt: "2026-02-27T23:59:00Z"
        ),
        SampleRepository(
            name: "tiny-parser",
            description: "Parser combinators in two hundred lines",
            language: "Swift",
            starCount: 947,
            topics: ["parser"],
            license: "MIT",
            pushedAt: "2026-01-15T10:00:00Z"
        ),
        SampleRepository(
            name: "lighthouse-data",
            description: "Every lighthouse of the southern coast, as CSV",
            language: nil,
            starCount: 58,
            topics: ["dataset", "geography"],
            license: "CC0-1.0",
            pushedAt: "2025-11-30T12:00:00Z"
        ),
        SampleRepository(
            name: "lantern-docs",
            description: "灯篭のドキュメント（日本語）",
            language: "HTML",
            starCount: 112,
            isFork: true,
            pushedAt: "2025-10-09T03:20:00Z"
        ),
        SampleRepository(
            name: "clockwork",
            description: "Clocks, timers and schedules that tests can control, without a single call to sleep",
            language: "Rust",
            starCount: 5_602,
            topics: ["testing", "time"],
            license: "MIT",
            pushedAt: "2025-09-21T17:30:00Z"
        ),
        SampleRepository(
            name: "old-forecast",
            description: "A weather app from 2014",
            language: "Objective-C",
            starCount: 240,
            license: "BSD-3-Clause",
            isArchived: true,
            pushedAt: "2018-05-04T08:00:00Z"
        ),
        SampleRepository(
            name: "recipes",
            description: "Plain food, in plain text",
            language: nil,
            starCount: 0,
            pushedAt: "2025-08-11T19:00:00Z"
        ),
    ]

    /// Returns the repository in the format of GitHub's API.
    ///
    /// - Parameters:
    ///   - owner: The login of the owner.
    ///   - type: The type of the owner's account: `User` or `Organization`.
    func json(owner: String, type: String) -> JSONValue {
        let fullName = "\(PercentEncoding.encode(owner))/\(name)"
        return [
            "id": .number(Double(name.utf8.reduce(1) { ($0 * 31 + Int($1)) % 1_000_003 })), "name": .string(name),
            "full_name": .string("\(owner)/\(name)"), "html_url": .string("https://github.com/\(fullName)"),
            "owner": GitHubSamples.account(owner, type: type), "description": description.map { .string($0) } ?? .null,
            "language": language.map { .string($0) } ?? .null, "stargazers_count": .number(Double(starCount)),
            "forks_count": .number(Double(starCount / 12)), "topics": .array(topics.map { .string($0) }),
            "license": license.map { ["spdx_id": .string($0)] } ?? .null, "fork": .bool(isFork),
            "archived": .bool(isArchived), "visibility": "public", "pushed_at": .string(pushedAt),
            "created_at": "2014-07-01T10:00:00Z", "updated_at": .string(pushedAt),
        ]
    }
}
