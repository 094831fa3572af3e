/// The completion script of zsh.
enum ZshCompletion {
    static var script: String {
        """
        #compdef seek
        # Completes seek's commands, flags and their values. Made by `seek completion zsh`; keep it as _seek in a folder of
        # $fpath, or use it by
        #   source <(seek completion zsh)
        _seek() {
            local command=''
            local -a next
            while (( CURRENT > 2 )); do
                case "$command:$words[2]" in
                \(steps.joined(separator: "|"))) command="${command:+$command }$words[2]" ;;
                *) break ;;
                esac
                shift words
                (( CURRENT-- ))
            done
            case "$command" in
        \((CommandTable.groups.map(group) + CommandTable.shown.map(command)).joined(separator: "\n"))
            esac
        }
        if [[ $funcstack[1] == _seek ]]; then _seek "$@"; else compdef _seek seek; fi

        """
    }

    private static var steps: [String] {
        CommandTable.groups.flatMap { group in
            group.next.map { "'\(group.path.joined(separator: " ")):\($0.word)'" }
        }
    }

    private static func group(_ group: (path: [String], next: [(word: String, summary: String)])) -> String {
        let words = group.next.map { quotedForShell("\($0.word):\($0.summary)") }.joined(separator: " ")
        return "    '\(group.path.joined(separator: " "))') next=(\(words)); _describe command next ;;"
    }

    private static func command(_ command: CommandSpec) -> String {
        let specs = command.allOptions.map(option) + command.arguments.enumerated().map(argument)
        return "    '\(command.name)') _arguments \(specs.joined(separator: " ")) ;;"
    }

    /// `'(-L --limit)'{-L,--limit}'[at most N results]:N:'`
    private static func option(_ option: OptionSpec) -> String {
        let value =
            switch option.value {
            case .none: ""
            case .required(let placeholder): ":\(placeholder):\(action(option.check))"
            case .optional(let placeholder): "::\(placeholder):\(action(option.check))"
            }
        let tail = quotedForShell("[\(escaped(option.meaning))]\(value)")
        let star = option.isRepeatable ? "*" : ""
        guard let short = option.short else { return "'\(star)\(option.long)'\(tail)" }
        let excluded = option.isRepeatable ? "'*'" : "'(-\(short) \(option.long))'"
        return "\(excluded){-\(short),\(option.long)}\(tail)"
    }

    private static func argument(_ index: Int, _ argument: ArgumentSpec) -> String {
        let place =
            switch argument.count {
            case .one: "\(index + 1):"
            case .optional: "\(index + 1)::"
            case .words, .several: "*:"
            }
        let choices = argument.choices.isEmpty ? "" : "(\(argument.choices.joined(separator: " ")))"
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
