/// The help, made from the table.
enum HelpText {
    /// The help of `seek` itself.
    static var overview: String {
        let commands = CommandTable.shown.map { command in
            (([command.name] + command.arguments.map(\.usage)).joined(separator: " "), command.summary)
        }
        return [
            "Search YouTube and GitHub.",
            section("Usage", ["seek COMMAND [flags]"]),
            section("Commands", columns(commands)),
            section("Flags", columns(CommandTable.common.map { ($0.usage, $0.meaning) })),
            section("Environment", columns(CommandTable.environment.map { ($0.name, $0.meaning) })),
            section("Exit status", columns(CommandStatus.allCases.map { ("\($0.rawValue)", $0.meaning) })),
            "seek COMMAND --help tells more of a command.",
        ].joined(separator: "\n\n") + "\n"
    }

    /// The help of one command.
    static func of(_ command: CommandSpec) -> String {
        var parts = ["\(command.summary)."]
        parts.append(section("Usage", [command.usage]))
        if !command.arguments.isEmpty {
            let title = command.arguments.count == 1 ? "Argument" : "Arguments"
            parts.append(section(title, columns(command.arguments.map { ($0.placeholder, $0.meaning) })))
        }
        parts.append(section("Flags", columns(command.allOptions.map { ($0.usage, $0.explanation) })))
        parts += command.details.map { wrapped($0, width: width).joined(separator: "\n") }
        if !command.examples.isEmpty { parts.append(section("Examples", command.examples.map { "seek \($0)" })) }
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// The help of what several commands begin with, such as `cache`.
    static func of(group path: [String]) -> String {
        let name = path.joined(separator: " ")
        let commands = CommandTable.shown.filter { $0.path.starts(with: path) }.map { command in
            (([command.name] + command.arguments.map(\.usage)).joined(separator: " "), command.summary)
        }
        return [
            "\(path.last.flatMap { CommandTable.summaries[$0] } ?? name).",
            section("Usage", ["seek \(name) COMMAND [flags]"]),
            section("Commands", columns(commands)),
            "seek \(name) COMMAND --help tells more of a command.",
        ].joined(separator: "\n\n") + "\n"
    }

    private static let width = 100

    private static func section(_ title: String, _ lines: [String]) -> String {
        "\(title):\n" + lines.map { "  \($0)" }.joined(separator: "\n")
    }

    /// Two columns, the right one wrapped.
    private static func columns(_ rows: [(left: String, right: String)]) -> [String] {
        let indent = (rows.map(\.left.count).max() ?? 0) + 2
        return rows.flatMap { row in
            wrapped(row.right, width: width - indent).enumerated().map { index, line in
                let left = index == 0 ? row.left : ""
                return left + String(repeating: " ", count: indent - left.count) + line
            }
        }
    }

    /// Breaks a text at spaces; after commas too, for lists without spaces.
    private static func wrapped(_ text: String, width: Int) -> [String] {
        var lines = [""]
        for piece in pieces(of: text) {
            let line = lines[lines.count - 1]
            if !line.isEmpty, line.count + piece.filter({ $0 != " " }).count > width {
                lines.append(piece)
            } else {
                lines[lines.count - 1] = line + piece
            }
        }
        return lines.map { line in
            var line = line[...]
            while line.last == " " { line.removeLast() }
            return String(line)
        }
    }

    private static func pieces(of text: String) -> [String] {
        var pieces = [""]
        for character in text {
            pieces[pieces.count - 1].append(character)
            if character == " " || character == "," { pieces.append("") }
        }
        return pieces
    }
}
