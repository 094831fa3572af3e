/// A topic of `seek help`.
struct HelpTopic: Sendable {
    /// The argument of `seek help`.
    var name: String
    var summary: String
    /// The title of the section in the manual page and in the DocC page.
    var title: String
    var paragraphs: [String] = []
    /// Names and their meanings.
    var rows: [(name: String, meaning: String)] = []
    /// Sample command lines, without the program's name.
    var examples: [String] = []
}

extension CommandTable {
    /// The topics of `seek help`. Quotas are described by the command `quota`.
    static let topics: [HelpTopic] = [
        HelpTopic(
            name: "queries",
            summary: "Search texts, qualifiers and flags",
            title: "Queries",
            paragraphs: [
                "The words of a search text are joined with spaces; quotation marks are only needed around characters "
                    + "that the shell interprets. YouTube's operators are \"-word\" (without a word), \"a|b\" (either) "
                    + "and quotes for a phrase.",
                "GitHub's qualifiers are part of the text, such as language:swift, stars:>100 and is:open; most have a "
                    + "flag, such as --language. -QUALIFIER excludes results. The words of a text can have at most "
                    + "256 characters, and a text at most five AND, OR and NOT operators in total. A word with a colon "
                    + "that is not a qualifier needs quotation marks: '\"error:timeout\"'.",
                "Words after -- are arguments even if they begin with -.",
                "TIME is 2026-01-31 (midnight UTC), 2026-01-31T12:00:00Z, or a duration before now such as 12h, 7d "
                    + "or 2w. Units are s, m, h, d and w. A duration of days is rounded to midnight UTC, any other "
                    + "duration to 15 minutes, so that the cache serves a repeated search; the end of a time span is "
                    + "rounded up.",
            ],
            examples: [
                "repos 'topic:search stars:>100' --language swift", "repos -- -topic:cli swift",
                "videos '\"night walk\" -vlog' --after 7d",
            ]
        ),
        HelpTopic(
            name: "templates",
            summary: "Output with --template",
            title: "Templates",
            paragraphs: [
                "--template supports a subset of the Go templates that gh uses: {{range .}}...{{end}} repeats for each "
                    + "result, {{if .field}}...{{else}}...{{end}} is a condition, {{.field.member}} prints a value, "
                    + "{{\"\\n\"}} prints a string, and {{- and -}} remove white space. Functions are placed first or "
                    + "after a pipe: truncate WIDTH, timeago, join SEPARATOR, color NAME, upper, lower, json. A "
                    + "template without a range prints one line per result.",
                "The fields are those of --json, which the help of a command lists.",
            ],
            examples: ["videos swift --template '{{.title | truncate 40}} {{timeago .publishedAt}} {{.url}}'"]
        ),
        HelpTopic(
            name: "environment",
            summary: "Environment variables",
            title: "Environment",
            paragraphs: [
                "Flags override environment variables, which override the configuration file (seek config list)."
            ],
            rows: environment
        ),
        HelpTopic(
            name: "redis",
            summary: "Several machines that share one cache and quota",
            title: "Several machines",
            paragraphs: [
                "Machines with the same SEEK_REDIS_URL and the same credentials share responses, the count of "
                    + "YouTube's quota and GitHub's rate limits. The address is "
                    + "redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE] or unix://[USER:PASSWORD@]/PATH[?db=DATABASE]; "
                    + "in a user name or password, write / # @ : and % as %2F %23 %40 %3A and %25.",
                "The cache in memory and on disk is used first. While Redis cannot be used, each machine continues "
                    + "with its own cache and a tenth of the quota that was left.",
                "seek quota shows the shared count, seek cache stats the figures of the Redis server, and seek cache "
                    + "clean --shared removes the shared responses.",
            ],
            examples: ["config set redis-url < FILE", "cache clean --all --shared"]
        ),
        HelpTopic(
            name: "exit-codes",
            summary: "Exit statuses",
            title: "Exit status",
            paragraphs: ["An alias for a shell command has the exit status of that command."],
            rows: exitStatuses.map { ($0.status, $0.meaning) }
        ),
    ]
}
