/// The amount of work of stress tests. At the default of 1, all tests of a name together take one to ten minutes.
public struct Scale: Sendable, Hashable {
    /// The factor of the default amount of work; a positive number.
    public var factor: Double

    /// Creates a scale.
    public init(factor: Double) { self.factor = factor }

    /// Returns a count at this scale, rounded down, but at least 1.
    public func count(_ count: Int) -> Int { max(Int(Double(count) * factor), 1) }

    /// Returns a duration at this scale, at least 50 ms.
    public func duration(_ duration: Duration) -> Duration { max(duration * factor, .milliseconds(50)) }
}
