import SeekBasics
import SeekCommandLine

/// An input that consists of the given lines: typed at a terminal and followed by Control-D, or read from a file.
final class InputLines: LineInput {
    private let lines: Mutex<[String]>
    let isTerminal: Bool

    init(_ lines: [String], isTerminal: Bool = true) {
        self.lines = Mutex(lines)
        self.isTerminal = isTerminal
    }

    /// Creates an input from a text, split at its newlines: `""` is one empty line, and a final newline adds an empty
    /// line.
    convenience init(_ text: String, isTerminal: Bool = true) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        self.init(lines, isTerminal: isTerminal)
    }

    func nextLine() async -> [UInt8]? {
        lines.withLock { $0.isEmpty ? nil : Array($0.removeFirst().utf8) }
    }
}
