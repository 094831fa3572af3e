/// The completion script of fish.
enum FishCompletion {
    static var script: String {
        let heading = """
            # Completes seek's commands, flags and their values. Made by `seek completion fish`; use it by
            #   seek completion fish | source
            complete -c seek -f

            """
        return heading
            + (CommandTable.groups.flatMap(group) + CommandTable.shown.flatMap(command)).map { "\($0)\n" }.joined()
    }

    private static func group(_ group: (path: [String], next: [(word: String, summary: String)])) -> [String] {
        let condition =
            group.path.isEmpty
            ? "__fish_use_subcommand"
            : seen(group.path) + "; and not __fish_seen_subcommand_from "
                + group.next.map(\.word).joined(separator: " ")
        return group.next.map { word, summary in
            "complete -c seek -n \(quoted(condition)) -a \(word) -d \(quoted(summary))"
        }
    }

    private static func command(_ command: CommandSpec) -> [String] {
        let condition = "complete -c seek -n \(quoted(seen(command.path)))"
        let options = command.allOptions.map { option in
            let names = "-l \(option.name.rawValue)" + (option.short.map { " -s \($0)" } ?? "")
            return "\(condition) \(names)\(value(option)) -d \(quoted(option.meaning))"
        }
        let arguments = command.arguments.filter { !$0.choices.isEmpty }.map { argument in
            "\(condition) -a \(quoted(argument.choices.joined(separator: " "))) -d \(quoted(argument.meaning))"
        }
        return options + arguments
    }

    private static func value(_ option: OptionSpec) -> String {
        guard case .required = option.value else { return "" }
        return switch option.check {
        case .choice(let choices): " -x -a \(quoted(choices.joined(separator: " ")))"
        case .file: " -r -F"
        case .none, .number, .fields: " -x"
        }
    }

    private static func seen(_ path: [String]) -> String {
        path.map { "__fish_seen_subcommand_from \($0)" }.joined(separator: "; and ")
    }

    /// In single quotes fish reads `\'` and `\\` as escapes, and nothing else.
    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
