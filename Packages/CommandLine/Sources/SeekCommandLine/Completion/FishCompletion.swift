/// The completion script of fish.
enum FishCompletion {
    static var script: String {
        let heading = """
            # Completes seek's commands, flags and their values. Made by `seek completion fish`; use it by
            #   seek completion fish | source
            # Whether the words so far are one of these beginnings of a command line.
            function __seek_at
                set -l command
                for word in (commandline -opc)[2..-1]
                    switch "$command:$word"
                        case \(CommandTable.steps.replacing("|", with: " "))
                            set command (string trim -- "$command $word")
                        case '*'
                            break
                    end
                end
                contains -- "$command" $argv
            end
            # The words of a list with commas, behind what is typed of it.
            function __seek_list
                set -l typed (string replace -r '^--[^=]*=' '' -- (commandline -ct))
                set -l before (string match -r '^.*,' -- $typed)
                printf '%s\\n' "$before"$argv
            end
            # What only seek itself knows: the lines that a command line of it writes.
            function __seek_lines
                set -l program (commandline -opc)[1]
                command $program $argv 2>/dev/null
            end
            complete -c seek -f

            """
        return heading
            + (CommandTable.stages.flatMap(stage) + CommandTable.shown.flatMap(command)).map { "\($0)\n" }.joined()
    }

    private static func stage(_ stage: (path: [String], next: [(word: String, summary: String)])) -> [String] {
        let condition = condition(stage.path)
        let flags = stage.path.isEmpty ? CommandTable.common.map { flag($0, condition) } : []
        return flags + stage.next.map { "\(condition) -a \($0.word) -d \(quoted($0.summary))" }
    }

    private static func command(_ command: CommandSpec) -> [String] {
        let condition = condition(command.path)
        let arguments = command.arguments.compactMap { argument -> String? in
            let words =
                argument.choices.isEmpty
                ? argument.lister.map { "(__seek_lines \($0))" } : argument.choices.joined(separator: " ")
            return words.map { "\(condition) -a \(quoted($0)) -d \(argument.placeholder)" }
        }
        return command.allOptions.map { flag($0, condition) } + arguments
    }

    private static func flag(_ option: OptionSpec, _ condition: String) -> String {
        let names = "-l \(option.name.rawValue)" + (option.short.map { " -s \($0)" } ?? "")
        return "\(condition) \(names)\(value(option)) -d \(quoted(option.meaning))"
    }

    private static func value(_ option: OptionSpec) -> String {
        let values =
            switch option.check {
            case .choice(let choices): " -a \(quoted(choices.joined(separator: " ")))"
            case .fields(let fields): " -a \(quoted("(__seek_list \(fields.joined(separator: " ")))"))"
            case .file: " -F"
            case .none, .number: ""
            }
        return switch option.value {
        case .none: ""
        case .required: (option.check == .file ? " -r" : " -x") + values
        // Offered behind `=` alone: the next word may be something else.
        case .optional: values
        }
    }

    private static func condition(_ path: [String]) -> String {
        "complete -c seek -n \(quoted("__seek_at \(quoted(path.joined(separator: " ")))"))"
    }

    /// In single quotes fish reads `\'` and `\\` as escapes, and nothing else.
    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
