/// The commands and flags of `seek`.
enum CommandTable {
    /// The flags to suggest in place of flags that a command does not have, if the command has the suggested flag.
    static let counterpartFlags: [String: OptionSpec.Name] = [
        "--sort": .order, "--kinds": .scope, "--scope": .kinds, "--user": .owner, "--org": .owner,
    ]

    /// Fields of `gh`, with the fields of `seek` to suggest in place of them.
    static let counterpartFields = [
        "stargazersCount": "stars", "forksCount": "forks", "updatedAt": "pushedAt", "textMatches": "matches",
    ]

    static let commands =
        (federatedCommands + savedCommands + youTubeCommands + gitHubCommands + toolCommands + authCommands
        + apiCommands + cacheCommands + configCommands + aliasCommands + shellCommands)
        .map(\.withRelevantConflicts)

    static var visibleCommands: [CommandSpec] { commands.filter { !$0.isHidden } }

    /// The words that several commands begin with, such as `cache`, and the words that can follow.
    typealias Group = (path: [String], next: [(word: String, summary: String)])

    /// The groups of commands. The first one has an empty path.
    static var groups: [Group] {
        var groups: [Group] = []
        for command in visibleCommands {
            for depth in 0..<command.path.count {
                let path = Array(command.path[..<depth])
                let isLeaf = depth + 1 == command.path.count
                let word = command.path[depth]
                let summary = isLeaf ? command.summary : groupSummaries[word] ?? ""
                guard let index = groups.firstIndex(where: { $0.path == path }) else {
                    groups.append((path, [(word, summary)]))
                    continue
                }
                if !groups[index].next.contains(where: { $0.word == word }) {
                    groups[index].next.append((word, summary))
                }
            }
        }
        return groups
    }

    /// Returns the command that searches one service and has this name or alias; `nil` if there is none.
    static func searchCommand(named name: String) -> CommandSpec? {
        commands.first { command in
            (command.path == [name] || command.path.count == 1 && command.aliases.contains(name))
                && command.action != .search && command.takesText
        }
    }

    static let description = [
        "seek searches YouTube and GitHub. On a terminal it prints a table, or a list below 60 columns; elsewhere it "
            + "prints tab-separated values without a header, and nothing is truncated. Data is printed to standard "
            + "output, messages to standard error.",
        "--format selects a table, tsv, csv (with a header), markdown, json or ndjson (one object per line), and "
            + "--columns its columns. --json is short for --format json, and can be followed by fields. --jq filters "
            + "JSON; it needs the program jq. In tsv, csv and ndjson, each page is printed as it arrives; the other "
            + "formats are printed at the end.",
        "A search that is repeated within 15 minutes is served from the cache on disk and costs nothing. --dry-run "
            + "shows what a command would cost.",
        "--timeout limits each request with its retries, not the whole command: a search of ten pages can take ten "
            + "times as long. In seek search it limits each source. With --wait, it is also the maximum time to wait "
            + "for a rate limit, after which the request has its full time again.",
    ]

    static let groupSummaries = [
        "cache": "Show and clean the cache on disk", "saved": "Save searches and show what has changed",
        "alias": "Create shortcuts for commands", "auth": "Store, check and remove credentials",
        "config": "Show and change the configuration",
    ]

    static let topLevelFlags: [OptionSpec] = [
        OptionSpec(name: .help, short: "h", meaning: "Show help"),
        OptionSpec(name: .version, meaning: "Show the version"),
    ]

    /// The flags that every command has in addition to its own.
    static let inheritedFlags: [OptionSpec] = [.color] + topLevelFlags

    static let exitStatuses: [(status: String, meaning: String)] =
        CommandStatus.meanings.map { ("\($0.status.rawValue)", $0.meaning) } + [("130", "Interrupted by Ctrl-C")]

    static let environment: [(name: String, meaning: String)] =
        Setting.all.map { ($0.variables.joined(separator: ", "), $0.meaning) } + [
            ("http_proxy, https_proxy, ALL_PROXY, NO_PROXY", "Proxy of requests, as for curl"),
            ("NO_COLOR, CLICOLOR_FORCE", "Disable color; use color even if the output is not a terminal"),
            (
                "SEEK_CONFIG",
                "Path of the configuration file (default on Linux: seek/config in XDG_CONFIG_HOME or ~/.config); the "
                    + "variables above override its settings"
            ),
        ]
}
