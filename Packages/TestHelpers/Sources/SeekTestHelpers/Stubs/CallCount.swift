/// The expected number of uses of a stub, or of matching requests.
public struct CallCount: Sendable, Hashable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    let range: ClosedRange<Int>

    /// At least once; each response of a sequence must be used. The default.
    public static let atLeastOnce = CallCount(1...)
    /// Any number of times, including none.
    public static let any = CallCount(0...)

    /// A number of times in a range, such as `1...3`.
    public init(_ range: ClosedRange<Int>) { self.range = range }
    /// At least a number of times.
    public init(_ range: PartialRangeFrom<Int>) { self.range = range.lowerBound...Int.max }
    /// An exact number of times.
    public init(integerLiteral times: Int) { range = times...times }

    /// `2`, `1 to 3` or `at least 1`.
    public var description: String {
        if range.upperBound == .max { return "at least \(range.lowerBound)" }
        return range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
    }
}
