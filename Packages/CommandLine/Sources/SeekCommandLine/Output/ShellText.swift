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
