/// A source of input lines.
public protocol LineInput: Sendable {
    /// Returns the next line without its line end, or `nil` at the end of the input or if the task is cancelled. Must
    /// not be called concurrently.
    func nextLine() async -> [UInt8]?

    /// Whether the input is a terminal.
    var isTerminal: Bool { get }

    /// Returns the next line, like ``nextLine()``, without showing it on a terminal.
    func nextHiddenLine() async -> [UInt8]?
}

extension LineInput {
    /// Returns `false`.
    public var isTerminal: Bool { false }

    /// Returns the next line.
    public func nextHiddenLine() async -> [UInt8]? { await nextLine() }

    /// Returns the line that contains a secret. In a file or pipe, blank lines are skipped.
    ///
    /// - Throws: If a file or pipe contains several lines, of which one may be meant.
    func nextSecret() async throws(UsageError) -> [UInt8]? {
        if isTerminal { return await nextHiddenLine() }
        var secret: [UInt8]?
        while let line = await nextLine() {
            if String(decoding: line, as: UTF8.self).allSatisfy(\.isWhitespace) { continue }
            guard secret == nil else {
                throw UsageError("standard input contains several lines; pass one that contains only the secret")
            }
            secret = line
        }
        return secret
    }

    /// Reads a line, and returns whether it is `yes`.
    func confirms() async -> Bool {
        let line = await nextLine().map { String(decoding: $0, as: UTF8.self) }
        return line?.trimmed(of: \.isWhitespace).lowercased() == "yes"
    }
}

/// An empty input.
public struct NoInput: LineInput {
    /// Creates an empty input.
    public init() {}

    /// Returns `nil`.
    public func nextLine() async -> [UInt8]? { nil }
}

/// A destination of text.
public protocol TextOutput: Sendable {
    /// Writes a string completely.
    func write(_ text: String) throws(OutputError)

    /// Writes bytes completely. They need not be valid UTF-8.
    func write(bytes: [UInt8]) throws(OutputError)

    /// Whether the reader has closed the destination, which can be determined without writing.
    var isClosed: Bool { get }
}

extension TextOutput {
    /// Writes bytes as a string; invalid UTF-8 is replaced with U+FFFD.
    public func write(bytes: [UInt8]) throws(OutputError) {
        try write(String(decoding: bytes, as: UTF8.self))
    }

    /// Returns `false`.
    public var isClosed: Bool { false }
}

/// A failed write.
public enum OutputError: Error, Sendable, Hashable {
    /// The reader closed the pipe: `seek … | head -1`.
    case closed
    /// Another failure, such as a full disk, with the system's description.
    case failed(String)
}
