/// Everything `seek` understands.
enum CommandTable {
    static let commands =
        (federatedCommands + savedCommands + youTubeCommands + gitHubCommands + toolCommands + apiCommands
        + cacheCommands
        + configCommands
        + shellCommands)
        .map(\.withOwnConflicts)

    /// What the program is for: a paragraph each.
    static let description = [
        "seek searches YouTube and GitHub. On a terminal it shows a table; anywhere else it writes "
            + "tab-separated lines without a header, nothing cut off. Data goes to standard output, messages to standard error.",
        "An equal search within 15 minutes is answered from the cache on disk, and costs nothing.",
        "--template takes the part of Go's text/template that lists need, as gh does: {{range .}}...{{end}} repeats for each "
            + "result, {{if .field}}...{{else}}...{{end}} chooses, {{.field.member}} writes a value, {{\"\\n\"}} a text. Functions "
            + "stand first or behind a bar: truncate WIDTH, timeago, join SEPARATOR, color NAME, upper, lower, json. A template "
            + "without a range is a line for each result.",
    ]

    /// Flags that other programs have and seek has not, with what to do instead.
    static let missing: [(flags: [String], advice: String)] = [
        (
            ["--jq", "-q"],
            "--jq is not built in, for no library of it comes with Swift; pipe JSON into jq: seek … --json | jq 'EXPRESSION'"
        )
    ]

    /// What the words mean that begin several commands.
    static let summaries = [
        "cache": "Show and clean the cache on disk", "saved": "Keep searches and see what is new",
        "config": "Show and change the configuration",
    ]

    /// Flags that every command takes, and `seek` alone.
    static let common: [OptionSpec] = [
        OptionSpec(name: .help, short: "h", meaning: "show this help"),
        OptionSpec(name: .version, meaning: "show the version"),
    ]

    /// The environment variables that are heeded, and what for.
    static let environment: [(name: String, meaning: String)] =
        Setting.all.map { ($0.variables.joined(separator: ", "), $0.meaning) } + [
            ("NO_COLOR, CLICOLOR_FORCE", "never colour; colour even when the output is not a terminal"),
            ("SEEK_CONFIG", "the configuration file, which sets what the variables above do not"),
        ]
}
