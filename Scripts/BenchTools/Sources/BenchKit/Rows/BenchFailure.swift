/// An error that invalidates a measurement, for example a wrong response.
public struct BenchFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// A description of the problem.
    public let description: String

    /// Creates a failure.
    public init(description: String) {
        self.description = description
    }
}
