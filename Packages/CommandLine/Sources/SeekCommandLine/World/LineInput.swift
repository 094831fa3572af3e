/// Something that lines are read from.
public protocol LineInput: Sendable {
    /// The next line, without its end; nil where there are no more, or where the task was cancelled. One caller at a time.
    func nextLine() async -> [UInt8]?
}

/// An input that holds nothing.
public struct NoInput: LineInput {
    /// Makes it.
    public init() {}

    /// Nil.
    public func nextLine() async -> [UInt8]? { nil }
}
