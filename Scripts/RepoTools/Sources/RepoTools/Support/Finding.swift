import SeekBasics

/// A finding of a check: the location, the problem, and what to change.
struct Finding: Hashable, Comparable, CustomStringConvertible {
    /// Relative to the root.
    var file: String
    /// From 1; nil for the file as a whole, which is printed as line 1 so that editors can jump there.
    var line: Int?
    /// The problem and the remedy, in one or two sentences.
    var message: String

    var description: String {
        "\(file):\(line ?? 1): \(message)"
    }

    static func < (left: Finding, right: Finding) -> Bool {
        (left.file, left.line ?? 0, left.message) < (right.file, right.line ?? 0, right.message)
    }
}

extension [Finding] {
    /// “nothing found”, or the number of findings.
    var summary: String { isEmpty ? "nothing found" : "\(count) finding\(count == 1 ? "" : "s")" }
}

typealias UsageError = ToolArguments.UsageError

/// An error of a tool, with a message that describes the problem and what to do.
struct RepoError: Error, Equatable, CustomStringConvertible {
    var message: String

    init(_ message: String) {
        self.message = message
    }

    var description: String { message }
}
