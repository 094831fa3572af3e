import SeekBasics

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

/// Returns the string in single quotes for a POSIX shell.
func quotedForShell(_ text: String) -> String { "'" + text.replacingScalars("'", with: "'\\''") + "'" }

/// Returns the string, in single quotes if a POSIX shell would interpret it.
func quotedIfNeeded(_ text: String) -> String {
    let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:=@%+,".contains($0)) }
    return isPlain && !text.isEmpty ? text : quotedForShell(text)
}

extension StringProtocol {
    /// Returns the string without the matching characters at both ends.
    func trimmed(of isTrimmed: (Character) -> Bool) -> String {
        guard let first = firstIndex(where: { !isTrimmed($0) }), let last = lastIndex(where: { !isTrimmed($0) }) else {
            return ""
        }
        return String(self[first...last])
    }
}

extension String {
    /// Returns the string with a text replaced wherever its Unicode scalars occur. `replacing` compares characters, and
    /// does not find a quotation mark that a combining mark follows; other programs do.
    func replacingScalars(_ text: String, with replacement: String) -> String {
        String(unicodeScalars.replacing(text.unicodeScalars, with: replacement.unicodeScalars))
    }
}
