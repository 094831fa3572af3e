/// The completion script of bash.
enum BashCompletion {
    static var script: String {
        """
        # Completes seek's commands, flags and their values. Made by `seek completion bash`; use it by
        #   source <(seek completion bash)
        # shellcheck shell=bash disable=SC2207
        _seek() {
            local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command='' words='' index
            for ((index = 1; index < COMP_CWORD; index++)); do
                case "$command:${COMP_WORDS[index]}" in
                \(steps.joined(separator: " | "))) command="${command:+$command }${COMP_WORDS[index]}" ;;
                *) break ;;
                esac
            done
            case "$command:$previous" in
        \(values.joined(separator: "\n"))
            esac
            case "$command" in
        \(words.joined(separator: "\n"))
            esac
            COMPREPLY=($(compgen -W "$words" -- "$current"))
        }
        complete -o default -F _seek seek

        """
    }

    /// What leads from one word of a command to the next: `'cache:stats'`.
    private static var steps: [String] {
        CommandTable.groups.flatMap { group in
            group.next.map { "'\(group.path.joined(separator: " ")):\($0.word)'" }
        }
    }

    /// What may stand behind a flag that takes a value.
    private static var values: [String] {
        CommandTable.shown.flatMap { command in
            command.options.compactMap { option -> String? in
                guard case .required = option.value else { return nil }
                let patterns = [option.long, option.short.map { "-\($0)" }].compactMap { $0 }.map {
                    "'\(command.name):\($0)'"
                }
                let reply =
                    switch option.check {
                    case .choice(let choices): "($(compgen -W '\(choices.joined(separator: " "))' -- \"$current\"))"
                    case .file: "($(compgen -f -- \"$current\"))"
                    default: "()"
                    }
                return "    \(patterns.joined(separator: " | "))) COMPREPLY=\(reply); return ;;"
            }
        }
    }

    /// What may stand behind a command, or the beginning of one.
    private static var words: [String] {
        let groups = CommandTable.groups.map { group in
            let flags = group.path.isEmpty ? CommandTable.common.map(\.long) + ["help"] : []
            return line(group.path.joined(separator: " "), group.next.map(\.word) + flags)
        }
        let commands = CommandTable.shown.map { command in
            line(command.name, command.arguments.flatMap(\.choices) + command.allOptions.map(\.long))
        }
        return groups + commands
    }

    private static func line(_ name: String, _ words: [String]) -> String {
        "    '\(name)') words='\(words.joined(separator: " "))' ;;"
    }
}
