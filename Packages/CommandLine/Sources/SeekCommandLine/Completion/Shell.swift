/// A shell with a completion script that is generated from the table.
enum Shell: String, Sendable, CaseIterable {
    case bash, zsh, fish

    /// The completion script. Its first lines describe the installation.
    var script: String {
        switch self {
        case .bash: BashCompletion.script
        case .zsh: ZshCompletion.script
        case .fish: FishCompletion.script
        }
    }
}

extension CommandTable {
    /// The commands that help and completions include.
    static var shown: [CommandSpec] { commands.filter { !$0.isHidden } }

    /// The prefixes of command names, such as `cache`, with the words that can follow. The first one is the empty
    /// prefix.
    static var groups: [(path: [String], next: [(word: String, summary: String)])] {
        var groups: [(path: [String], next: [(word: String, summary: String)])] = []
        for command in shown {
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

    /// The prefixes for completion: the ``groups``, and each of them after `help`.
    static var completionStages: [(path: [String], next: [(word: String, summary: String)])] {
        groups.map { group in
            group.path.isEmpty ? (group.path, group.next + [("help", "Show the help of a command")]) : group
        } + groups.map { (["help"] + $0.path, $0.next) }
    }

    /// A shell pattern that matches each prefix with a word that can follow: `'cache:stats'|'cache:clean'`.
    static var completionTransitions: String {
        completionStages.flatMap { stage in
            stage.next.map { quotedForShell("\(stage.path.joined(separator: " ")):\($0.word)") }
        }
        .joined(separator: "|")
    }
}
