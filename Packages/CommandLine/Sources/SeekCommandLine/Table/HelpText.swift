/// The help, generated from the table.
enum HelpText {
    /// The help of `seek`.
    static var overview: String {
        [
            "Search YouTube and GitHub.",
            section("Usage", ["seek COMMAND [flags]"]),
            section("Commands", summaries(of: CommandTable.visibleCommands)),
            section("Flags", columns(CommandTable.commonOptions.map { ($0.usage, $0.meaning) })),
            section("Environment", columns(CommandTable.environment.map { ($0.name, $0.meaning) })),
            section("Exit status", columns(CommandTable.exitStatuses.map { ($0.status, $0.meaning) })),
            section("Help topics", columns(CommandTable.topics.map { ($0.name, $0.summary) })),
            "Run 'seek COMMAND --help' for the help of a command, and 'seek help TOPIC' for a topic.",
        ].joined(separator: "\n\n") + "\n"
    }

    /// Returns the help of a topic.
    static func of(_ topic: HelpTopic) -> String {
        var parts = ["\(topic.summary)."]
        parts += topic.paragraphs.map { wrapped($0, width: width).joined(separator: "\n") }
        if !topic.rows.isEmpty {
            parts.append(columns(topic.rows.map { ($0.name, $0.meaning) }).joined(separator: "\n"))
        }
        if !topic.examples.isEmpty { parts.append(section("Examples", topic.examples.map { "seek \($0)" })) }
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// Returns the help of a command.
    static func of(_ command: CommandSpec) -> String {
        var parts = ["\(command.summary)."]
        parts.append(section("Usage", [command.usage]))
        if !command.aliases.isEmpty { parts.append(section("Aliases", command.aliasNames.map { "seek \($0)" })) }
        if !command.arguments.isEmpty {
            let title = command.arguments.count == 1 ? "Argument" : "Arguments"
            parts.append(section(title, columns(command.arguments.map { ($0.placeholder, $0.meaning) })))
        }
        parts.append(section("Flags", columns(command.allOptions.map { ($0.usage, $0.explanation) })))
        parts += command.details.map { wrapped($0, width: width).joined(separator: "\n") }
        if !command.examples.isEmpty { parts.append(section("Examples", command.examples.map { "seek \($0)" })) }
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// Returns the help of a group of commands, such as `cache`.
    static func of(group path: [String]) -> String {
        let name = path.joined(separator: " ")
        return [
            "\(path.last.flatMap { CommandTable.groupSummaries[$0] } ?? name).",
            section("Usage", ["seek \(name) COMMAND [flags]"]),
            section("Commands", summaries(of: CommandTable.visibleCommands.filter { $0.path.starts(with: path) })),
            "Run 'seek \(name) COMMAND --help' for the help of a command.",
        ].joined(separator: "\n\n") + "\n"
    }

    private static func summaries(of commands: [CommandSpec]) -> [String] {
        columns(commands.map { (([$0.name] + $0.arguments.map(\.usage)).joined(separator: " "), $0.summary) })
    }

    private static let width = 100

    private static func section(_ title: String, _ lines: [String]) -> String {
        "\(title):\n" + lines.map { "  \($0)" }.joined(separator: "\n")
    }

    /// Returns the lines of rows in two columns, of which the right one is wrapped.
    private static func columns(_ rows: [(left: String, right: String)]) -> [String] {
        let indent = (rows.map(\.left.count).max() ?? 0) + 2
        return rows.flatMap { row in
            wrapped(row.right, width: width - 2 - indent).enumerated().map { index, line in
                let left = index == 0 ? row.left : ""
                return left + String(repeating: " ", count: indent - left.count) + line
            }
        }
    }

    /// Returns the lines of a string, broken at spaces and, for lists without spaces, after commas.
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
