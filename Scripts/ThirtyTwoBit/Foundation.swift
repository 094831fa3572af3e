// Stand-ins for what the checked files use of Foundation, which embedded Swift does not have.

public struct Date: Sendable, Hashable, Comparable {
    public var timeIntervalSince1970: Double

    public init(timeIntervalSince1970 seconds: Double) { timeIntervalSince1970 = seconds }

    public func timeIntervalSince(_ other: Date) -> Double { timeIntervalSince1970 - other.timeIntervalSince1970 }

    public func addingTimeInterval(_ seconds: Double) -> Date {
        Date(timeIntervalSince1970: timeIntervalSince1970 + seconds)
    }

    public static func < (lhs: Date, rhs: Date) -> Bool { lhs.timeIntervalSince1970 < rhs.timeIntervalSince1970 }
}

extension String {
    public var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
