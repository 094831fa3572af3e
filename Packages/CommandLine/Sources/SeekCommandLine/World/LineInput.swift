/// Something that lines are read from.
public protocol LineInput: Sendable {
    /// The next line, without its end; nil where there are no more, or where the task was cancelled. One caller at a time.
    func nextLine() async -> [UInt8]?

    /// Whether a person types the lines at a terminal.
    var isTerminal: Bool { get }

    /// The next line, like ``nextLine()``; a terminal does not show it while it is typed.
    func nextHiddenLine() async -> [UInt8]?
}

extension LineInput {
    /// False.
    public var isTerminal: Bool { false }

    /// The next line: what is not a terminal shows nothing.
    public func nextHiddenLine() async -> [UInt8]? { await nextLine() }
}

/// An input that holds nothing.
public struct NoInput: LineInput {
    /// Makes it.
    public init() {}

    /// Nil.
    public func nextLine() async -> [UInt8]? { nil }
}
