/// The amount of work of stress tests. At the default of 1, the tests that share a name on the command line take one
/// to ten minutes together.
package struct Scale: Sendable, Hashable {
    /// The factor by which the default amount of work is multiplied; a positive number.
    package var factor: Double

    package init(factor: Double) { self.factor = factor }

    /// Returns a count at this scale, rounded down, but at least 1.
    package func count(_ count: Int) -> Int { max(Int(Double(count) * factor), 1) }

    /// Returns a duration at this scale, at least 50 ms.
    package func duration(_ duration: Duration) -> Duration { max(duration * factor, .milliseconds(50)) }
}
