/// Everything `seek` understands.
enum CommandTable {
    static let commands: [CommandSpec] = [
        CommandSpec(
            action: .videos,
            path: ["videos"],
            summary: "Search YouTube for videos",
            argument: ArgumentSpec(
                placeholder: "TEXT",
                meaning: "what to look for, at most 500 characters",
                takesWords: true
            ),
            options: [limit, json(of: ResultKind.videos.fieldNames), refresh, verbose],
            details: [
                "Needs a key of the YouTube Data API in YOUTUBE_API_KEY. A key has 100 searches a day, and each page of 50 "
                    + "videos is one; an equal search within 15 minutes is answered from disk and costs none."
            ],
            examples: ["videos swift concurrency", "videos '東京 夜景' --limit 5 --json=title,url"]
        ),
        CommandSpec(
            action: .repos,
            path: ["repos"],
            summary: "Search GitHub for repositories",
            argument: ArgumentSpec(
                placeholder: "TEXT",
                meaning: "words and qualifiers as in GitHub's search field, at most 256 characters",
                takesWords: true
            ),
            options: [limit, json(of: ResultKind.repositories.fieldNames), refresh, verbose],
            details: [
                "Works without a token; one in GH_TOKEN or GITHUB_TOKEN raises the limit from 10 to 30 searches a minute."
            ],
            examples: ["repos tetris language:swift", "repos 'topic:search stars:>100' --limit 100"]
        ),
        CommandSpec(
            action: .user,
            path: ["user"],
            summary: "List the repositories of a GitHub user or organisation",
            argument: ArgumentSpec(placeholder: "USER", meaning: "the login, such as octocat"),
            options: [limit, json(of: ResultKind.repositories.fieldNames), refresh, verbose],
            examples: ["user octocat", "user swiftlang --limit 200 --json=name,stars"]
        ),
        CommandSpec(
            action: .cacheStats,
            path: ["cache", "stats"],
            summary: "Show what the cache on disk holds",
            options: [plainJSON, verbose],
            examples: ["cache stats"]
        ),
        CommandSpec(
            action: .cacheClean,
            path: ["cache", "clean"],
            summary: "Remove expired answers from the cache on disk",
            options: [
                OptionSpec(name: .all, meaning: "remove everything"),
                OptionSpec(
                    name: .maxSize,
                    value: .required("SIZE"),
                    meaning: "also remove the oldest until SIZE is left: bytes, or with a unit as in 500kB, 10MB, 1GB"
                ),
                plainJSON, verbose,
            ],
            examples: ["cache clean", "cache clean --max-size 10MB", "cache clean --all"]
        ),
    ]

    /// Flags that every command takes, and `seek` alone.
    static let common: [OptionSpec] = [
        OptionSpec(name: .help, short: "h", meaning: "show this help"),
        OptionSpec(name: .version, meaning: "show the version"),
    ]

    /// The environment variables that are heeded, and what for.
    static let environment: [(name: String, meaning: String)] = [
        ("YOUTUBE_API_KEY", "key of the YouTube Data API"),
        ("GH_TOKEN, GITHUB_TOKEN", "GitHub token; the first that is set"),
        ("SEEK_YOUTUBE_URL, SEEK_GITHUB_URL", "other base URLs, for tests and proxies"),
        ("SEEK_CACHE_DIR", "folder of the cache"),
        ("SEEK_STATE_DIR", "folder of the count of calls"),
        ("NO_COLOR, CLICOLOR_FORCE", "never colour; colour even when the output is not a terminal"),
        ("PAGER", "program that shows long tables on a terminal"),
    ]

    private static let limit = OptionSpec(
        name: .limit,
        short: "L",
        value: .required("N"),
        meaning: "show at most N results, 1...1000 (default 30)"
    )
    private static let refresh = OptionSpec(name: .refresh, meaning: "ask the server even if the cache has the answer")
    private static let verbose = OptionSpec(
        name: .verbose,
        short: "v",
        meaning: "tell on stderr where each page came from, its age and what it cost"
    )
    private static let plainJSON = OptionSpec(name: .json, meaning: "write JSON")

    private static func json(of fields: [String]) -> OptionSpec {
        OptionSpec(
            name: .json,
            value: .optional("FIELDS"),
            meaning: "write JSON: all fields, or those listed: \(fields.joined(separator: ","))"
        )
    }
}
