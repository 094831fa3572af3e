/// Makes external strings safe to print on a terminal.
enum SafeText {
    /// Returns the string on one line without control characters, so that it cannot move the cursor, or recolor or
    /// reorder the line. Line ends and tabs become a space; other control characters and those that embed, override or
    /// isolate a direction become U+FFFD; invisible characters are removed unless a script or an emoji requires them
    /// (``InvisibleCharacters``).
    static func line(_ text: String) -> String {
        guard mayBeHarmful(text.utf8) else { return text }
        let scalars = Array(text.unicodeScalars)
        guard scalars.indices.contains(where: { isHarmful(scalars, $0) }) else { return text }
        var safe = ""
        for (index, scalar) in scalars.enumerated() {
            if !isHarmful(scalars, index) {
                safe.unicodeScalars.append(scalar)
            } else if scalar.properties.isWhitespace {
                if safe.last != " " { safe.append(" ") }
            } else if isControl(scalar) {
                safe.append("\u{FFFD}")
            }
        }
        return safe
    }

    /// Returns the text with its control characters replaced, except line ends and tabs.
    static func lines(_ text: String) -> String {
        // `isNewline` also matches `\r\n`, which is a single `Character`.
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map { self.line(String($0)) }
                .joined(separator: "\t")
        }.joined(separator: "\n")
    }

    /// Returns the JSON with harmful scalars escaped, except line feeds.
    static func json(_ text: String) -> String {
        guard mayBeHarmful(text.utf8) else { return text }
        let scalars = Array(text.unicodeScalars)
        var safe = ""
        for (index, scalar) in scalars.enumerated() {
            if isHarmful(scalars, index), scalar != "\n" {
                for unit in scalar.utf16 {
                    let digits = String(unit, radix: 16)
                    safe += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            } else {
                safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }

    /// Returns whether the bytes include one with which a harmful scalar can start, so that most strings are recognized
    /// as safe without decoding.
    private static func mayBeHarmful(_ bytes: String.UTF8View) -> Bool {
        bytes.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 || InvisibleCharacters.leadingBytes.contains($0) }
    }

    /// Returns whether the scalar is a control character, or an invisible character that is not needed.
    private static func isHarmful(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        isControl(scalars[index])
            || InvisibleCharacters.contains(scalars[index]) && !InvisibleCharacters.isNeeded(scalars, at: index)
    }

    /// Returns whether the scalar is a control character (C0, DEL, C1), a line or paragraph separator, or an
    /// embedding, override or isolate of the bidirectional algorithm (UAX #9 §2).
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
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
