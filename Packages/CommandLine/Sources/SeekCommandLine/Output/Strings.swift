/// Returns a count with a noun: `1 call`, `2 calls`.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

/// Returns the string in single quotes for a POSIX shell.
func quotedForShell(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }

extension StringProtocol {
    /// Returns the string without the matching characters at both ends.
    func trimmed(of isTrimmed: (Character) -> Bool) -> String {
        guard let first = firstIndex(where: { !isTrimmed($0) }), let last = lastIndex(where: { !isTrimmed($0) }) else {
            return ""
        }
        return String(self[first...last])
    }
}
