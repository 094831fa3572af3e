import Seek

extension Command {
    static let reference = Command(
        path: ["reference"],
        summary: "Generate the manual page or the DocC page",
        arguments: [
            ArgumentSpec(placeholder: "FORMAT", meaning: "The format", choices: Reference.allCases.map(\.rawValue))
        ],
        examples: ["reference man"],
        isHidden: true
    ) { invocation, settings in settings.console.write(Reference(rawValue: invocation.argument)?.content ?? "") }
}

/// A reference page that is generated from ``Command/all``: `seek reference man`, `seek reference docc`.
enum Reference: String, Sendable, CaseIterable {
    case man, docc

    var content: String {
        switch self {
        case .man: ManPage.content
        case .docc: DocCPage.content
        }
    }
}

/// Generates the manual page, with the man macros of roff (man 7).
enum ManPage {
    static var content: String {
        let parts = [
            ".TH SEEK 1 \"\" \"seek \(SeekVersion.current)\" \"Seek\"\n.ad l",
            ".SH NAME\nseek \\- search YouTube and GitHub",
            ".SH SYNOPSIS\n.B seek\n.I COMMAND\n[\\fIflags\\fR]",
            ".SH DESCRIPTION\n" + HelpText.description.map(escaped).joined(separator: "\n.PP\n"),
            ".SH COMMANDS",
        ]
        let commands = Command.visible.map(command)
        let flags = [".SH COMMON FLAGS"] + OptionSpec.inherited.map { item($0.unindentedUsage, $0.explanation) }
        return (parts + commands + flags + HelpTopic.all.map(topic)).joined(separator: "\n") + "\n"
    }

    private static func command(_ command: Command) -> String {
        var lines = [".SS \"\(escaped(command.usage))\"", escaped(command.summary + ".")]
        if !command.aliases.isEmpty {
            lines.append(escaped("Aliases: " + command.aliasNames.map { "seek \($0)" }.joined(separator: ", ") + "."))
        }
        lines += command.arguments.map { item($0.placeholder, $0.meaning) }
        lines += command.options.map { item($0.unindentedUsage, $0.explanation) }
        lines += command.details.map { ".PP\n\(escaped($0))" }
        lines += examples(command.examples)
        return lines.joined(separator: "\n")
    }

    private static func topic(_ topic: HelpTopic) -> String {
        let paragraphs = topic.paragraphs.map(escaped).joined(separator: "\n.PP\n")
        var lines = [".SH \(topic.title.uppercased())"] + (paragraphs.isEmpty ? [] : [paragraphs])
        lines += topic.rows.map(item) + examples(topic.examples)
        return lines.joined(separator: "\n")
    }

    private static func examples(_ examples: [String]) -> [String] {
        guard !examples.isEmpty else { return [] }
        return [".PP\nExamples:\n.PP\n.nf"] + examples.map { "    " + escaped("seek \($0)") } + [".fi"]
    }

    private static func item(_ name: String, _ meaning: String) -> String {
        ".TP\n.B \(escaped(name))\n\(escaped(meaning))"
    }

    /// Escapes backslashes, hyphens and quotes, and a `.` or `'` at the start of a line, which would begin a macro.
    private static func escaped(_ text: String) -> String {
        let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\"", with: "\\(dq")
        return text.first == "." || text.first == "'" ? "\\&" + text : text
    }
}

extension OptionSpec {
    /// The usage without the indentation of a flag that has no short form.
    fileprivate var unindentedUsage: String { String(usage.drop { $0 == " " }) }
}

/// Generates the page of the documentation catalog.
enum DocCPage {
    static var content: String {
        let parts = [
            "# The command line seek",
            "Search YouTube and GitHub from a shell.",
            "## Overview",
            HelpText.description.map(escaped).joined(separator: "\n\n"),
        ]
        let commands = Command.visible.map(command)
        let flags = ["## Common flags", table(of: OptionSpec.inherited)]
        return (parts + commands + flags + HelpTopic.all.map(topic)).joined(separator: "\n\n") + "\n"
    }

    private static func command(_ command: Command) -> String {
        var parts = ["## seek \(command.name)", "\(escaped(command.summary)).", "```\n\(command.usage)\n```"]
        if !command.aliases.isEmpty {
            parts.append("Aliases: " + command.aliasNames.map { "`seek \($0)`" }.joined(separator: ", ") + ".")
        }
        if !command.arguments.isEmpty {
            parts.append(table("argument", command.arguments.map { ($0.placeholder, $0.meaning) }))
        }
        if !command.options.isEmpty { parts.append(table(of: command.options)) }
        parts += command.details.map(escaped) + examples(command.examples)
        return parts.joined(separator: "\n\n")
    }

    private static func topic(_ topic: HelpTopic) -> String {
        var parts = ["## \(topic.title)"] + topic.paragraphs.map(escaped)
        if !topic.rows.isEmpty {
            parts.append(table(topic.title.lowercased(), topic.rows.map { ($0.name, $0.meaning) }))
        }
        return (parts + examples(topic.examples)).joined(separator: "\n\n")
    }

    private static func examples(_ examples: [String]) -> [String] {
        examples.isEmpty ? [] : ["```sh\n" + examples.map { "seek \($0)" }.joined(separator: "\n") + "\n```"]
    }

    private static func table(of options: [OptionSpec]) -> String {
        table("flag", options.map { ($0.unindentedUsage, $0.explanation) })
    }

    private static func table(_ title: String, _ rows: [(name: String, meaning: String)]) -> String {
        let lines = rows.map {
            "| `\($0.name.replacing("|", with: "\\|"))` | \(escaped($0.meaning).replacing("|", with: "\\|")) |"
        }
        return (["| \(title) | meaning |", "|---|---|"] + lines).joined(separator: "\n")
    }

    /// Escapes the special characters of Markdown. Flags, templates and words with `...` become code, because a
    /// documentation site replaces hyphens, dots and quotes in text with typographic ones.
    private static func escaped(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map(escapedWord).joined(separator: " ")
    }

    private static func escapedWord(_ word: Substring) -> String {
        let opening = word.prefix { "([".contains($0) }
        var content = word.dropFirst(opening.count)
        let closing = String(content.reversed().prefix { ".,;:)]".contains($0) }.reversed())
        content = content.dropLast(closing.count)
        let isCode = content.hasPrefix("--") || content.contains("...") || content.contains("{{")
        guard isCode, !content.contains("`") else { return escapedCharacters(word) }
        return "\(escapedCharacters(opening))`\(content)`\(escapedCharacters(closing[...]))"
    }

    private static func escapedCharacters(_ text: Substring) -> String {
        text.reduce(into: "") { escaped, character in
            if "\\`*_[]<>".contains(character) { escaped.append("\\") }
            escaped.append(character)
        }
    }
}
