import SeekBasics

/// A shortcut for a command, stored in the configuration file as `alias.NAME = EXPANSION`.
struct Alias: Sendable, Hashable {
    /// The beginning of the key in the configuration file.
    static let prefix = "alias."

    var name: String
    var expansion: String

    var key: String { Self.prefix + name }

    /// The command that is run in place of an alias.
    enum Replacement: Sendable, Hashable {
        /// The arguments of `seek`.
        case seek([String])
        /// A shell command and its arguments.
        case shell(String, [String])
    }

    func command(with arguments: [String]) throws(UsageError) -> Replacement {
        if expansion.hasPrefix("!") { return .shell(String(expansion.dropFirst()), arguments) }
        let words = try ShellWords.split(expansion)
        let placeholders = Set(words.flatMap(Self.placeholders))
        let count = placeholders.max() ?? 0
        guard arguments.count >= count else {
            throw UsageError("the alias '\(name)' needs \(counted(count, "argument")): \(SafeText.line(expansion))")
        }
        let otherArguments = arguments.enumerated().filter { !placeholders.contains($0.offset + 1) }.map(\.element)
        return .seek(words.map { Self.replacingPlaceholders(in: $0, with: arguments) } + otherArguments)
    }

    /// Replaces `$1` and so on in one pass, so that an argument that contains a placeholder remains as it is.
    private static func replacingPlaceholders(in word: String, with arguments: [String]) -> String {
        let parts = word.split(separator: "$", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(parts[0])) { result, part in
            let digits = part.prefix { $0.isASCII && $0.isNumber }
            if let number = Int(digits), number > 0 {
                result += arguments[number - 1] + part.dropFirst(digits.count)
            } else {
                result += "$" + part
            }
        }
    }

    private static func placeholders(in word: String) -> [Int] {
        word.split(separator: "$", omittingEmptySubsequences: false).dropFirst().compactMap { part in
            Int(part.prefix { $0.isASCII && $0.isNumber }).flatMap { $0 > 0 ? $0 : nil }
        }
    }

    /// Why the alias is invalid; `nil` if it is valid. The message may contain the expansion.
    var problem: String? {
        let isName = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        guard isName, !name.isEmpty, !name.hasPrefix("-") else {
            return "the name of an alias must consist of ASCII letters, digits, - and _, and cannot begin with -; "
                + "choose another name"
        }
        if Command.isCommand(name) { return "'\(name)' is a command, which an alias cannot replace" }
        if expansion.contains(where: \.isNewline) || SafeText.line(expansion) != expansion {
            return "the expansion cannot contain control characters; remove them"
        }
        if expansion.hasPrefix("!") { return expansion.count > 1 ? nil : "the expansion has no command after !" }
        do throws(UsageError) {
            guard let word = try ShellWords.split(expansion).first else { return "the expansion is empty" }
            return Command.isCommand(word)
                ? nil : "the expansion must begin with a command of seek, or with ! for a shell command"
        } catch {
            return error.description
        }
    }
}

/// Splits a command line into words like a POSIX shell, without expansions.
enum ShellWords {
    static func split(_ text: String) throws(UsageError) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in text {
            if isEscaped {
                // In double quotes, a backslash escapes only these characters.
                if quote == "\"", !"\"\\$`".contains(character) { word = (word ?? "") + "\\" }
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let openQuote = quote {
                if character == openQuote { quote = nil } else { word?.append(character) }
            } else if character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if character.isWhitespace {
                if let completeWord = word { words.append(completeWord) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        guard quote == nil, !isEscaped else {
            throw UsageError("a quote or an escape is incomplete in: \(SafeText.line(text))")
        }
        return words + (word.map { [$0] } ?? [])
    }
}
