/// The page of the documentation catalogue.
enum DocCPage {
    static var text: String {
        let parts = [
            "# The command line seek",
            "Search YouTube and GitHub from a shell.",
            "<!-- Made by `seek reference docc`; change the table, not this page. -->",
            "## Overview",
            CommandTable.description.joined(separator: "\n\n"),
        ]
        let commands = CommandTable.shown.map(command)
        let rest = [
            "## Environment\n\n" + table("variable", CommandTable.environment.map { ($0.name, $0.meaning) }),
            "## Exit status\n\n" + table("status", CommandStatus.allCases.map { ("\($0.rawValue)", $0.meaning) }),
        ]
        return (parts + commands + rest).joined(separator: "\n\n") + "\n"
    }

    private static func command(_ command: CommandSpec) -> String {
        var parts = ["## seek \(command.name)", "\(escaped(command.summary)).", "```\n\(command.usage)\n```"]
        if !command.arguments.isEmpty {
            parts.append(table("argument", command.arguments.map { ($0.placeholder, $0.meaning) }))
        }
        if !command.options.isEmpty {
            parts.append(
                table("flag", command.options.map { ($0.usage.drop { $0 == " " }.description, $0.explanation) })
            )
        }
        parts += command.details.map(escaped)
        if !command.examples.isEmpty {
            parts.append("```sh\n" + command.examples.map { "seek \($0)" }.joined(separator: "\n") + "\n```")
        }
        return parts.joined(separator: "\n\n")
    }

    private static func table(_ title: String, _ rows: [(String, String)]) -> String {
        let lines = rows.map {
            "| `\($0.0.replacing("|", with: "\\|"))` | \(escaped($0.1).replacing("|", with: "\\|")) |"
        }
        return (["| \(title) | meaning |", "|---|---|"] + lines).joined(separator: "\n")
    }

    /// What Markdown would read as more than text.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            if "\\`*_[]<>".contains(character) { escaped.append("\\") }
            escaped.append(character)
        }
    }
}
