// Replaces the parts of Foundation that the checked files use, because Embedded Swift does not have Foundation.

/// A point in time.
public struct Date: Sendable, Hashable, Comparable {
    /// The seconds since 1970.
    public var timeIntervalSince1970: Double

    /// Creates a date.
    public init(timeIntervalSince1970 seconds: Double) { timeIntervalSince1970 = seconds }

    /// Returns the seconds since another date.
    public func timeIntervalSince(_ other: Date) -> Double { timeIntervalSince1970 - other.timeIntervalSince1970 }

    /// Returns the date that is `seconds` later.
    public func addingTimeInterval(_ seconds: Double) -> Date {
        Date(timeIntervalSince1970: timeIntervalSince1970 + seconds)
    }

    /// Returns whether the first date is earlier.
    public static func < (lhs: Date, rhs: Date) -> Bool { lhs.timeIntervalSince1970 < rhs.timeIntervalSince1970 }
}

extension String {
    /// The string with its first character in upper case.
    public var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
