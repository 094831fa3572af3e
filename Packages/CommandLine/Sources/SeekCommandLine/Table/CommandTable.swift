/// Everything `seek` understands.
enum CommandTable {
    static let commands = searchCommands + apiCommands + cacheCommands + shellCommands

    /// What the program is for: a paragraph each.
    static let description = [
        "seek searches YouTube videos and GitHub repositories. On a terminal it shows a table; anywhere else it writes "
            + "tab-separated lines without a header, nothing cut off. Data goes to standard output, messages to standard error.",
        "An equal search within 15 minutes is answered from the cache on disk, and costs nothing.",
    ]

    /// What the words mean that begin several commands.
    static let summaries = ["cache": "Show and clean the cache on disk"]

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
}
