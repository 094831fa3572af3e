import Foundation
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

    /// Creates an input from the lines of a file, whose last line ends with a newline or not.
    convenience init(lines text: String, isTerminal: Bool) {
        let lines = text.components(separatedBy: "\n")
        self.init(lines.last == "" ? lines.dropLast() : lines, isTerminal: isTerminal)
    }

    func nextLine() async -> [UInt8]? {
        lines.withLock { $0.isEmpty ? nil : Array($0.removeFirst().utf8) }
    }
}
