/// A command in a README with its documented output.
struct DocumentedCommand: Sendable {
    /// Relative to the root.
    var file: String
    var line: Int
    var command: String
    /// The text after `# →`, or the lines below a command that starts with `$`; may be empty.
    var output: String

    var place: String { "\(file):\(line): \(command)" }

    /// Returns the commands of the shell blocks of a Markdown text.
    static func all(in text: String, file: String) -> [DocumentedCommand] {
        var commands: [DocumentedCommand] = []
        var language: Substring?
        /// The lines of a multi-line command so far, and the line where it starts.
        var begun: (text: String, line: Int) = ("", 0)
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("```") {
                language = language == nil ? line.dropFirst(3) : nil
            } else if language == "sh", !line.isEmpty, !line.hasPrefix("#") {
                if begun.text.isEmpty { begun.line = index + 1 }
                begun.text += line.drop { $0 == " " }
                guard !begun.text.hasSuffix("\\") else {
                    begun.text.removeLast()
                    continue
                }
                let parts = begun.text.split(separator: " #", maxSplits: 1)
                let comment = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
                let output = comment.hasPrefix("→ ") ? String(comment.dropFirst(2)) : ""
                let command = String(parts[0].reversed().drop { $0 == " " }.reversed())
                commands.append(DocumentedCommand(file: file, line: begun.line, command: command, output: output))
                begun.text = ""
            } else if language == "", line.hasPrefix("$ ") {
                let command = String(line.dropFirst(2))
                commands.append(DocumentedCommand(file: file, line: index + 1, command: command, output: ""))
            } else if language == "", commands.last?.file == file, !line.isEmpty {
                commands[commands.count - 1].output += "\(line)\n"
            }
        }
        return commands
    }

    /// Returns whether a printed line equals the documented output, word by word; `…` matches any text.
    func isPrinted(in printed: String) -> Bool {
        let wanted = Self.words(output).joined(separator: " ").split(separator: "…", omittingEmptySubsequences: false)
        return printed.split(separator: "\n").contains { line in
            var rest = Substring(Self.words(line).joined(separator: " "))
            for (index, part) in wanted.enumerated() {
                guard let range = rest.firstRange(of: part), index > 0 || range.lowerBound == rest.startIndex else {
                    return false
                }
                rest = rest[range.upperBound...]
            }
            return rest.isEmpty || wanted.last == ""
        }
    }

    private static func words(_ text: some StringProtocol) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map { String($0) }
    }
}
