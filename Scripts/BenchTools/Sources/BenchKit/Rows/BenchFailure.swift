/// What was timed is worth nothing: something was not answered, found or done as it should be.
public struct BenchFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong, in words for standard error.
    public let description: String

    /// Makes a failure.
    public init(description: String) {
        self.description = description
    }
}
