/// The completion script of bash.
enum BashCompletion {
    static var script: String {
        """
        # Completes seek's commands, flags and their values. Made by `seek completion bash`; use it by
        #   source <(seek completion bash)
        # shellcheck shell=bash disable=SC2207
        _seek() {
            local program=$1 current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command='' words='' list='' index name
            for ((index = 1; index < COMP_CWORD; index++)); do
                case "$command:${COMP_WORDS[index]}" in
                \(CommandTable.steps)) command="${command:+$command }${COMP_WORDS[index]}" ;;
                *) break ;;
                esac
            done
            # bash makes three words of --flag=value.
            if [[ $current == = ]]; then
                previous+='='
                current=''
            elif [[ $previous == = ]]; then
                previous=${COMP_WORDS[COMP_CWORD - 2]}=
            fi
            case "$command:$previous" in
        \(values.joined(separator: "\n"))
            esac
            case "$command" in
        \(words.joined(separator: "\n"))
            esac
            # Of a list with commas the last one is completed.
            if [[ -n $list ]]; then
                words=$list
                [[ $current != *,* ]] || list=${current%,*},
                [[ $current == *,* ]] || list=''
                current=${current##*,}
                COMPREPLY=($(compgen -P "$list" -W "$words" -- "$current"))
                return
            fi
            COMPREPLY=($(compgen -W "$words" -- "$current"))
            # What only seek itself knows. A name may hold spaces.
            case "$command" in
        \(listers.joined(separator: "\n"))
            esac
        }
        _seek_offer() {
            while IFS= read -r name; do
                printf -v name %q "$name"
                [[ $name != "$current"* ]] || COMPREPLY+=("$name")
            done
        }
        complete -o default -F _seek seek

        """
    }

    /// What may stand behind a flag that takes a value: behind `=`, and where it needs one as the next word, too.
    private static var values: [String] {
        CommandTable.shown.flatMap { command in
            command.options.compactMap { option -> String? in
                guard option.value != .none else { return nil }
                var flags = ["\(option.long)="]
                if case .required = option.value { flags += [option.long] + (option.short.map { ["-\($0)"] } ?? []) }
                let patterns = flags.map { quotedForShell("\(command.name):\($0)") }.joined(separator: " | ")
                let reply =
                    switch option.check {
                    case .choice(let choices): reply("-W '\(choices.joined(separator: " "))'")
                    case .file: reply("-f")
                    case .fields(let fields): "list='\(fields.joined(separator: " "))'"
                    case .none, .number: "COMPREPLY=(); return"
                    }
                return "    \(patterns)) \(reply) ;;"
            }
        }
    }

    private static func reply(_ source: String) -> String {
        "COMPREPLY=($(compgen \(source) -- \"$current\")); return"
    }

    /// What may stand behind a command, or the beginning of one.
    private static var words: [String] {
        let stages = CommandTable.stages.map { stage in
            let flags = stage.path.isEmpty ? CommandTable.common.map(\.long) : []
            return line(stage.path.joined(separator: " "), stage.next.map(\.word) + flags)
        }
        let commands = CommandTable.shown.map { command in
            line(command.name, command.arguments.flatMap(\.choices) + command.allOptions.map(\.long))
        }
        return stages + commands
    }

    /// The commands whose argument seek itself lists.
    private static var listers: [String] {
        CommandTable.shown.compactMap { command in
            command.arguments.compactMap(\.lister).first.map { lister in
                "    '\(command.name)') _seek_offer < <(\"$program\" \(lister) 2>/dev/null) ;;"
            }
        }
    }

    private static func line(_ name: String, _ words: [String]) -> String {
        "    '\(name)') words='\(words.joined(separator: " "))' ;;"
    }
}
