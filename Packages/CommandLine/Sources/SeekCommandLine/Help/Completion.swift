extension Command {
    static let completion = Command(
        path: ["completion"],
        summary: "Generate a shell completion script",
        arguments: [
            ArgumentSpec(placeholder: "SHELL", meaning: "The shell", choices: Shell.allCases.map(\.rawValue))
        ],
        details: [
            "bash: add 'source <(seek completion bash)' to ~/.bashrc. zsh: run 'seek completion zsh > _seek' in a "
                + "folder of $fpath. fish: run 'seek completion fish > ~/.config/fish/completions/seek.fish'."
        ],
        examples: ["completion bash"],
        flagHints: ["--shell": "run: seek completion SHELL", "-s": "run: seek completion SHELL"]
    ) { invocation, settings in settings.console.write(Shell(rawValue: invocation.argument)?.script ?? "") }
}

enum Shell: String, Sendable, CaseIterable {
    case bash, zsh, fish

    /// The completion script. Its first lines describe how to load it.
    var script: String {
        switch self {
        case .bash: BashCompletion.script
        case .zsh: ZshCompletion.script
        case .fish: FishCompletion.script
        }
    }
}

extension Command {
    /// The groups for completion: the ``groups``, and each of them after `help`.
    static var completionGroups: [Group] {
        groups.map { group in
            group.path.isEmpty ? (group.path, group.next + [("help", "Show the help of a command")]) : group
        }
            + groups.map {
                (["help"] + $0.path, $0.next + ($0.path.isEmpty ? HelpTopic.all.map { ($0.name, $0.summary) } : []))
            }
    }

    /// A shell pattern that matches the path of each group with a word that can follow: `'cache:stats'|'cache:clean'`.
    static var completionPattern: String {
        completionGroups.flatMap { group in
            group.next.map { quotedForShell("\(group.path.joined(separator: " ")):\($0.word)") }
        }
        .joined(separator: "|")
    }

    /// The paths of the groups, in quotes. If an unknown word, such as an alias of the user, follows one of the paths,
    /// the scripts offer no words of `seek`.
    static var completionPaths: [String] { completionGroups.map { quotedForShell($0.path.joined(separator: " ")) } }

    /// The command that prints the names of the user's aliases, without the program's name.
    static let aliasListCommand = "alias list --template '{{.name}}'"

    /// The other names of commands: a shell pattern for the path of a group with the word that follows, and the name of
    /// the command.
    static var completionAliases: [(pattern: String, name: String)] {
        visible.flatMap { command in
            let group = command.path.dropLast().joined(separator: " ")
            return command.aliases.map { (quotedForShell("\(group):\($0)"), quotedForShell(command.name)) }
        }
    }
}
