import SeekBasics
import SeekCommandLine

/// The input of a terminal at which these lines are typed, followed by Control-D.
final class TypedLines: LineInput {
    private let lines: Mutex<[String]>

    init(_ lines: [String]) { self.lines = Mutex(lines) }

    /// Creates an input with the lines of a text.
    convenience init(_ text: String) {
        self.init(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }

    var isTerminal: Bool { true }

    func nextLine() async -> [UInt8]? {
        lines.withLock { $0.isEmpty ? nil : Array($0.removeFirst().utf8) }
    }
}
