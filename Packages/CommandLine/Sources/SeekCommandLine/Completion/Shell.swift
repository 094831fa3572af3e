/// A shell that completes commands and flags, from a script made of the table.
enum Shell: String, Sendable, CaseIterable {
    case bash, zsh, fish

    /// The script, and in its first lines how to use it.
    var script: String {
        switch self {
        case .bash: BashCompletion.script
        case .zsh: ZshCompletion.script
        case .fish: FishCompletion.script
        }
    }
}

extension CommandTable {
    /// The commands that help and completions show.
    static var shown: [CommandSpec] { commands.filter { !$0.isHidden } }

    /// Each beginning of a command's name that is no command itself, with the words that may follow: "" and `cache`.
    static var groups: [(path: [String], next: [(word: String, summary: String)])] {
        var groups: [(path: [String], next: [(word: String, summary: String)])] = []
        for command in shown {
            for depth in 0..<command.path.count {
                let path = Array(command.path[..<depth])
                let isLeaf = depth + 1 == command.path.count
                let word = command.path[depth]
                let summary = isLeaf ? command.summary : summaries[word] ?? ""
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
}

extension CommandTable {
    /// What may be typed at each place before a command is named: the ``groups``, and `help` before them.
    static var stages: [(path: [String], next: [(word: String, summary: String)])] {
        groups.map { group in
            group.path.isEmpty ? (group.path, group.next + [("help", "Show the help of a command")]) : group
        } + groups.map { (["help"] + $0.path, $0.next) }
    }

    /// What leads from one place to the next, as shells match it: `'cache:stats'`.
    static var steps: String {
        stages.flatMap { stage in
            stage.next.map { quotedForShell("\(stage.path.joined(separator: " ")):\($0.word)") }
        }
        .joined(separator: "|")
    }
}

/// A text as a word in single quotes: for a POSIX shell `'` ends it, stands alone, and begins it anew.
func quotedForShell(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
