/// The help, generated from ``Command/all`` and wrapped to the width of the terminal.
struct HelpText {
    private let width: Int

    /// Creates help with the columns of the terminal, from 20 to 100; without a terminal, with 80 columns.
    init(for terminal: Terminal?) { width = min(max(terminal?.columns ?? 80, 20), 100) }

    var overview: String {
        [
            paragraph("Search YouTube and GitHub."),
            section("Usage", usage("seek COMMAND [flags]")),
            section("Commands", summaries(of: Command.visible)),
            section("Flags", columns(OptionSpec.topLevel.map { ($0.usage, $0.meaning) })),
            section("Environment", columns(HelpText.environment.map { ($0.name, $0.meaning) })),
            section("Exit status", columns(HelpText.exitStatuses.map { ($0.status, $0.meaning) })),
            section("Help topics", columns(HelpTopic.all.map { ($0.name, $0.summary) })),
            paragraph("Run 'seek COMMAND --help' for the help of a command, and 'seek help TOPIC' for a topic."),
        ].joined(separator: "\n\n") + "\n"
    }

    func text(of topic: HelpTopic) -> String {
        var parts = ([topic.summary + "."] + topic.paragraphs).map(paragraph)
        if !topic.rows.isEmpty {
            parts.append(columns(topic.rows.map { ($0.name, $0.meaning) }).joined(separator: "\n"))
        }
        if !topic.examples.isEmpty { parts.append(section("Examples", topic.examples.map { "seek \($0)" })) }
        return parts.joined(separator: "\n\n") + "\n"
    }

    func text(of command: Command) -> String {
        var parts = [paragraph(command.summary + ".")]
        parts.append(section("Usage", usage(command.usage)))
        if !command.aliases.isEmpty { parts.append(section("Aliases", command.aliasNames.map { "seek \($0)" })) }
        if !command.arguments.isEmpty {
            let title = command.arguments.count == 1 ? "Argument" : "Arguments"
            parts.append(section(title, columns(command.arguments.map { ($0.placeholder, $0.meaning) })))
        }
        parts.append(section("Flags", columns(command.allOptions.map { ($0.usage, $0.explanation) })))
        parts += command.details.map(paragraph)
        if !command.examples.isEmpty { parts.append(section("Examples", command.examples.map { "seek \($0)" })) }
        return parts.joined(separator: "\n\n") + "\n"
    }

    func text(ofGroup path: [String]) -> String {
        let name = path.joined(separator: " ")
        return [
            paragraph("\(path.last.flatMap { Command.groupSummaries[$0] } ?? name)."),
            section("Usage", usage("seek \(name) COMMAND [flags]")),
            section("Commands", summaries(of: Command.visible.filter { $0.path.starts(with: path) })),
            paragraph("Run 'seek \(name) COMMAND --help' for the help of a command."),
        ].joined(separator: "\n\n") + "\n"
    }

    private func summaries(of commands: [Command]) -> [String] {
        columns(commands.map { (([$0.name] + $0.arguments.map(\.usage)).joined(separator: " "), $0.summary) })
    }

    private func paragraph(_ text: String) -> String { wrapped(text, width: width).joined(separator: "\n") }

    private func section(_ title: String, _ lines: [String]) -> String {
        "\(title):\n" + lines.map { "  \($0)" }.joined(separator: "\n")
    }

    /// Returns the lines of a usage text. All but the first are indented.
    private func usage(_ text: String) -> [String] {
        // The section indents all lines by 2, and these by 4 more.
        let lines = wrapped(text, width: width - 6)
        return lines.prefix(1) + lines.dropFirst().map { "    \($0)" }
    }

    /// Returns the lines of rows in two columns. The right text is wrapped. It begins on the next line if the left text
    /// is wider than two fifths of the line, or if the terminal is too narrow for a table.
    private func columns(_ rows: [(left: String, right: String)]) -> [String] {
        if width < TableRenderer<Void>.minimumTableWidth {
            return rows.flatMap { row in
                wrapped(row.left.trimmed(of: \.isWhitespace), width: width - 2)
                    + wrapped(row.right, width: width - 6).map { "    \($0)" }
            }
        }
        let limit = width * 2 / 5
        let indent = (rows.map(\.left.count).filter { $0 <= limit }.max() ?? 2) + 2
        return rows.flatMap { row in
            let isWide = row.left.count > limit
            let lines = wrapped(row.right, width: width - 2 - indent).enumerated().map { index, line in
                let left = index == 0 && !isWide ? row.left : ""
                return left + String(repeating: " ", count: indent - left.count) + line
            }
            return isWide ? [row.left] + lines : lines
        }
    }

    /// Returns the lines of a string, broken at spaces and after commas.
    private func wrapped(_ text: String, width: Int) -> [String] {
        var lines = [""]
        for piece in pieces(of: text, width: width) {
            let line = lines[lines.count - 1]
            if !line.isEmpty, piece != " ", line.count + piece.count - (piece.last == " " ? 1 : 0) > width {
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

    /// Returns the parts between which a line may be broken. A quoted command or template that fits into a line is one
    /// part.
    private func pieces(of text: String, width: Int) -> [String] {
        var pieces = [""]
        var remaining = text[...]
        while let character = remaining.first {
            if character == "'", pieces[pieces.count - 1].isEmpty || pieces[pieces.count - 1] == "(",
                let end = remaining.dropFirst().firstIndex(of: "'"), remaining[...end].count <= width
            {
                pieces[pieces.count - 1] += remaining[...end]
                remaining = remaining[end...].dropFirst()
                continue
            }
            pieces[pieces.count - 1].append(character)
            if character == " " || character == "," { pieces.append("") }
            remaining.removeFirst()
        }
        return pieces
    }
}
