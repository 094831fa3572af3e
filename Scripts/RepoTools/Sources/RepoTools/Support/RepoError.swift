import SeekBasics

typealias UsageError = ToolArguments.UsageError

/// An error of a tool, with a message that describes the problem and what to do.
struct RepoError: Error, Equatable, CustomStringConvertible {
    var message: String

    init(_ message: String) {
        self.message = message
    }

    var description: String { message }
}
