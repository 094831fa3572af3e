import SeekBasics

extension GitHubSamples {
    /// Returns the sample repositories of an account, whose type is `User` or `Organization`.
    static func repositories(of login: String, type: String = "Organization") -> [JSONValue] {
        sampleRepositories.map { sample in
            let name = sample["name"].string ?? ""
            var repository: JSONValue = [
                // A hash of the name, so that the IDs differ and do not change.
                "id": .number(Double(name.utf8.reduce(1) { ($0 * 31 + Int($1)) % 1_000_003 })),
                "full_name": .string("\(login)/\(name)"), "owner": account(login, type: type),
                "html_url": .string("https://github.com/\(PercentEncoding.encode(login))/\(name)"),
                "forks_count": .number(Double((sample["stargazers_count"].integer ?? 0) / 12)), "topics": [],
                "fork": false, "archived": false, "visibility": "public", "created_at": "2014-07-01T10:00:00Z",
                "updated_at": sample["pushed_at"],
            ]
            for (key, value) in sample.object ?? [:] { repository[key] = value }
            return repository
        }
    }

    /// What differs between the sample repositories. Some have no description, language, topics or license; one is a
    /// fork, and one is archived.
    static let sampleRepositories: [JSONValue] = [
        [
            "name": "lantern", "description": "A small search library with a cache", "language": "Swift",
            "stargazers_count": 18_420, "topics": ["search", "cache", "swift-package"], "license": ["spdx_id": "MIT"],
            "pushed_at": "2026-03-18T21:10:00Z",
        ],
        [
            "name": "paper-boat", "description": "Offline notes that sync when there is a connection",
            "language": "Kotlin", "stargazers_count": 2_311, "topics": ["offline-first"],
            "license": ["spdx_id": "Apache-2.0"], "pushed_at": "2026-03-02T06:45:00Z",
        ],
        ["name": "dotfiles", "language": "Shell", "stargazers_count": 3, "pushed_at": "2026-02-27T23:59:00Z"],
        [
            "name": "tiny-parser", "description": "Parser combinators in two hundred lines", "language": "Swift",
            "stargazers_count": 947, "topics": ["parser"], "license": ["spdx_id": "MIT"],
            "pushed_at": "2026-01-15T10:00:00Z",
        ],
        [
            "name": "lighthouse-data", "description": "Every lighthouse of the southern coast, as CSV",
            "stargazers_count": 58, "topics": ["dataset", "geography"], "license": ["spdx_id": "CC0-1.0"],
            "pushed_at": "2025-11-30T12:00:00Z",
        ],
        [
            "name": "lantern-docs", "description": "灯篭のドキュメント（日本語）", "language": "HTML",
            "stargazers_count": 112, "fork": true, "pushed_at": "2025-10-09T03:20:00Z",
        ],
        [
            "name": "clockwork", "language": "Rust", "stargazers_count": 5_602, "topics": ["testing", "time"],
            "description": "Clocks, timers and schedules that tests can control, without a single call to sleep",
            "license": ["spdx_id": "MIT"], "pushed_at": "2025-09-21T17:30:00Z",
        ],
        [
            "name": "old-forecast", "description": "A weather app from 2014", "language": "Objective-C",
            "stargazers_count": 240, "license": ["spdx_id": "BSD-3-Clause"], "archived": true,
            "pushed_at": "2018-05-04T08:00:00Z",
        ],
        [
            "name": "recipes", "description": "Plain food, in plain text", "stargazers_count": 0,
            "pushed_at": "2025-08-11T19:00:00Z",
        ],
    ]
}
