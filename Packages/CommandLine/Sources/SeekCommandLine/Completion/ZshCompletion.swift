/// The completion script of zsh.
enum ZshCompletion {
    static var script: String {
        """
        #compdef seek
        # Completes seek's commands, flags and their values. Made by `seek completion zsh`; keep it as _seek in a folder of
        # $fpath, or use it by
        #   source <(seek completion zsh)
        _seek() {
            local command='' program=$words[1]
            local -a next
            while (( CURRENT > 2 )); do
                case "$command:$words[2]" in
                \(CommandTable.steps)) command="${command:+$command }$words[2]" ;;
                *) break ;;
                esac
                shift words
                (( CURRENT-- ))
            done
            case "$command" in
        \((CommandTable.stages.map(stage) + CommandTable.shown.map(command)).joined(separator: "\n"))
            esac
        }
        # What only seek itself knows: the lines that a command line of it writes.
        _seek_lines() {
            local -a lines=(${(f)"$("$program" "$@" 2>/dev/null)"})
            compadd -a lines
        }
        if [[ $funcstack[1] == _seek ]]; then _seek "$@"; else compdef _seek seek; fi

        """
    }

    private static func stage(_ stage: (path: [String], next: [(word: String, summary: String)])) -> String {
        let words = stage.next.map { quotedForShell("\($0.word):\($0.summary)") }.joined(separator: " ")
        let commands = "next=(\(words)); _describe command next"
        let flags = CommandTable.common.map(option).joined(separator: " ")
        let body =
            stage.path.isEmpty ? "if [[ $PREFIX == -* ]]; then _arguments \(flags); else \(commands); fi" : commands
        return "    '\(stage.path.joined(separator: " "))') \(body) ;;"
    }

    private static func command(_ command: CommandSpec) -> String {
        let specs = command.allOptions.map(option) + command.arguments.enumerated().map(argument)
        return "    '\(command.name)') _arguments \(specs.joined(separator: " ")) ;;"
    }

    /// `'(-L --limit)'{-L,--limit=}'[at most N results]:N:'`; with `=` the value may stand behind one, or be the next word.
    private static func option(_ option: OptionSpec) -> String {
        let value =
            switch option.value {
            case .none: ""
            case .required(let placeholder): ":\(placeholder):\(action(option.check))"
            case .optional(let placeholder): "::\(placeholder):\(action(option.check))"
            }
        let tail = quotedForShell("[\(escaped(option.meaning))]\(value)")
        let star = option.isIdempotent ? "*" : ""
        let long = option.value == .none ? option.long : "\(option.long)="
        guard let short = option.short else { return "'\(star)\(long)'\(tail)" }
        let excluded = option.isIdempotent ? "'*'" : "'(-\(short) \(option.long))'"
        return "\(excluded){-\(short),\(long)}\(tail)"
    }

    private static func argument(_ index: Int, _ argument: ArgumentSpec) -> String {
        let place =
            switch argument.count {
            case .one: "\(index + 1):"
            case .optional: "\(index + 1)::"
            case .words, .several: "*:"
            }
        let choices =
            argument.choices.isEmpty
            ? argument.lister.map { " _seek_lines \($0)" } ?? "" : "(\(argument.choices.joined(separator: " ")))"
        return quotedForShell("\(place)\(argument.placeholder):\(choices)")
    }

    private static func action(_ check: OptionSpec.Check) -> String {
        switch check {
        case .choice(let choices): "(\(choices.joined(separator: " ")))"
        case .fields(let fields): "_sequence compadd - \(fields.joined(separator: " "))"
        case .file: "_files"
        case .none, .number: ""
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("[", with: "\\[").replacing("]", with: "\\]").replacing(":", with: "\\:")
    }
}
