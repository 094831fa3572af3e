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
            action: .api,
            path: ["api"],
            summary: "Send any request, and write the answer's body",
            argument: ArgumentSpec(
                placeholder: "PATH",
                meaning: "a path below GitHub's base URL, such as users/octocat/repos, or a whole URL",
                replacedBy: .batch
            ),
            options: apiOptions,
            details: [
                "The request goes through all that a search goes through: cache, retries, rate limits, and the credential of "
                    + "the API it goes to. With fields the method is POST and they are a JSON body; with -X GET they are the "
                    + "query. A status of 400 or more is written as any other and fails the command.",
                "--batch reads one JSON object a line, "
                    + #"{"id","method","url","headers":[[name,value]],"body"?,"cache"?,"redirect"?}, "#
                    + "runs each as it comes, several at a time, and writes one line for each as it is done: "
                    + #"{"id","status","reason","headers","body"} or {"id","error"}; body_base64 where the body is no UTF-8. "#
                    + "cache is a mode of the Fetch standard, redirect is manual, follow or error. Nothing but the HTTP cache "
                    + "stands between a line and the server, and the cache begins empty and ends with the process.",
            ],
            examples: [
                "api users/octocat/repos --include", "api search/repositories -X GET -f q=tetris --cache 1h",
                "api users/octocat/repos --paginate", "api --batch",
            ]
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

    private static let apiOptions: [OptionSpec] = [
        OptionSpec(
            name: .method,
            short: "X",
            value: .required("METHOD"),
            meaning: "the method (default GET, with fields POST)"
        ),
        OptionSpec(
            name: .header,
            short: "H",
            value: .required("NAME:VALUE"),
            isRepeatable: true,
            meaning: "add a header field"
        ),
        OptionSpec(
            name: .rawField,
            short: "f",
            value: .required("NAME=VALUE"),
            isRepeatable: true,
            meaning: "add a text to the body or query"
        ),
        OptionSpec(
            name: .field,
            short: "F",
            value: .required("NAME=VALUE"),
            isRepeatable: true,
            meaning: "the same; true, false, null and whole numbers are no texts"
        ),
        OptionSpec(name: .include, short: "i", meaning: "write the status and the header fields too"),
        OptionSpec(name: .paginate, meaning: "ask for all pages; lists become one list"),
        OptionSpec(
            name: .cache,
            value: .required("DURATION"),
            meaning: "serve the answer from the cache for so long: 90s, 15m, 1h, 2d"
        ),
        refresh,
        OptionSpec(name: .batch, meaning: "read requests from standard input, a JSON object a line"),
        OptionSpec(name: .keep, meaning: "with --batch: keep answers in the cache folder, beyond the process"),
        verbose,
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
