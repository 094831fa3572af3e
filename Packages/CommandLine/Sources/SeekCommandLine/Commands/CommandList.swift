/// The commands of `seek`. Each is declared in the file of its implementation.
extension Command {
    /// All commands, in the order of the help.
    static let all =
        ([
            .search,
            .savedRun, .savedAdd, .savedEdit, .savedList, .savedShow, .savedFeed, .savedRemove,
            .videos, .channels, .playlists, .video,
            .repos, .issues, .prs, .commits, .users, .code, .topics, .labels, .user,
            .open, .web, .quota,
            .authLogin, .authStatus, .authLogout,
            .api,
            .cacheStats, .cacheClean,
            .configList, .configGet, .configSet, .configUnset, .configPath,
            .aliasSet, .aliasList, .aliasDelete,
            .completion, .reference,
        ] as [Command]).map(\.withRelevantConflicts)

    static let groupSummaries = [
        "cache": "Show and clean the cache on disk", "saved": "Save searches and show what has changed",
        "alias": "Create shortcuts for commands", "auth": "Store, check and remove credentials",
        "config": "Show and change the configuration",
    ]

    static var visible: [Command] { all.filter { !$0.isHidden } }

    /// Returns whether a word is `help`, `version`, the first word of a command, or another name of a one-word command.
    static func isCommand(_ word: String) -> Bool {
        ["help", "version"].contains(word)
            || all.contains { $0.path.first == word || $0.path.count == 1 && $0.aliases.contains(word) }
    }

    /// The words that several commands begin with, such as `cache`, and the words that can follow.
    typealias Group = (path: [String], next: [(word: String, summary: String)])

    /// The groups of commands. The first one has an empty path.
    static var groups: [Group] {
        var groups: [Group] = []
        for command in visible {
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
    static func searchCommand(named name: String) -> Command? {
        all.first { command in
            (command.path == [name] || command.path.count == 1 && command.aliases.contains(name))
                && !command.searchesAllServices && command.takesText
        }
    }
}
