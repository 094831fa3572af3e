import Seek

/// The manual page, in the man macros of roff (man 7).
enum ManPage {
    static var text: String {
        let parts = [
            ".\\\" Made by `seek reference man`; change the table, not this page.",
            ".TH SEEK 1 \"\" \"seek \(SeekVersion.current)\" \"Seek\"\n.ad l",
            ".SH NAME\nseek \\- search YouTube and GitHub",
            ".SH SYNOPSIS\n.B seek\n.I COMMAND\n[\\fIflags\\fR]",
            ".SH DESCRIPTION\n" + CommandTable.description.map(escaped).joined(separator: "\n.PP\n"),
            ".SH COMMANDS",
        ]
        let commands = CommandTable.shown.map(command)
        let rest = [
            section("ENVIRONMENT", CommandTable.environment.map { ($0.name, $0.meaning) }),
            section("EXIT STATUS", CommandStatus.allCases.map { ("\($0.rawValue)", $0.meaning) }),
        ]
        return (parts + commands + rest).joined(separator: "\n") + "\n"
    }

    private static func command(_ command: CommandSpec) -> String {
        var lines = [".SS \"\(escaped(command.usage))\"", escaped(command.summary + ".")]
        lines += command.arguments.map { item($0.placeholder, $0.meaning) }
        lines += command.options.map { item($0.usage.drop { $0 == " " }.description, $0.explanation) }
        lines += command.details.map { ".PP\n\(escaped($0))" }
        if !command.examples.isEmpty {
            lines.append(".PP\nExamples:\n.PP\n.nf")
            lines += command.examples.map { "    " + escaped("seek \($0)") }
            lines.append(".fi")
        }
        return lines.joined(separator: "\n")
    }

    private static func section(_ title: String, _ items: [(String, String)]) -> String {
        ".SH \(title)\n" + items.map(item).joined(separator: "\n")
    }

    private static func item(_ name: String, _ meaning: String) -> String {
        ".TP\n.B \(escaped(name))\n\(escaped(meaning))"
    }

    /// A backslash begins an escape, a hyphen would become a dash, and a point or an apostrophe at the start of a line is a request.
    private static func escaped(_ text: String) -> String {
        let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\"", with: "\\(dq")
        return text.first == "." || text.first == "'" ? "\\&" + text : text
    }
}
