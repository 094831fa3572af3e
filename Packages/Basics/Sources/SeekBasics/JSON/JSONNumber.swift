/// A JSON number with all of its digits.
///
/// Two numbers are equal if their decimal values are: `1`, `1.0` and `10e-1` are equal, and integers that differ only
/// beyond 2⁵³ are not.
public struct JSONNumber: Sendable, Hashable, CustomStringConvertible {
    /// The number as it was parsed; for a number that was created from a `Double`, the shortest digits that identify it.
    public let description: String

    /// Creates a number. Infinity and NaN, which JSON does not have, are written as strings: `"inf"`, `"-inf"`,
    /// `"nan"`.
    public init(_ value: Double) {
        description = Int(exactly: value)?.description ?? value.description
    }

    /// Creates an integer.
    public init(_ value: some BinaryInteger) { description = String(value) }

    /// Creates a number from its JSON, whose syntax the caller has checked.
    init(parsed text: String) { description = text }

    /// The nearest `Double`; infinite if the number is too large.
    public var double: Double { Double(description) ?? .nan }

    /// The number if it is an integer that fits in `Int`.
    public var integer: Int? {
        if let integer = Int(description) { return integer }
        // 20 digits do not fit in `Int`.
        guard let decimal, (0..<20).contains(decimal.exponent) else { return nil }
        let digits = decimal.digits + String(repeating: "0", count: decimal.exponent)
        return Int(decimal.isNegative ? "-\(digits)" : digits)
    }

    /// Whether JSON has a notation for the number.
    var isFinite: Bool { description.utf8.allSatisfy { $0 != UInt8(ascii: "n") } }

    /// A decimal value: the digits, without leading and trailing zeros, times a power of ten.
    private struct DecimalValue: Hashable {
        var isNegative: Bool
        var digits: String
        var exponent: Int
    }

    /// The value; nil if the number is not finite or its exponent does not fit in 32 bits.
    private var decimal: DecimalValue? {
        guard isFinite else { return nil }
        let parts = description.split(maxSplits: 1) { $0 == "e" || $0 == "E" }
        guard let exponent = parts.count > 1 ? Int32(parts[1]) : 0 else { return nil }
        let isNegative = parts[0].hasPrefix("-")
        let mantissa = parts[0].drop { $0 == "-" }.split(separator: ".")
        let fraction = mantissa.count > 1 ? mantissa[1] : ""
        var digits = (mantissa[0] + fraction).drop { $0 == "0" }
        guard !digits.isEmpty else { return DecimalValue(isNegative: false, digits: "0", exponent: 0) }
        let count = digits.utf8.count
        while digits.last == "0" { digits.removeLast() }
        return DecimalValue(
            isNegative: isNegative,
            digits: String(digits),
            exponent: Int(exponent) - fraction.utf8.count + count - digits.utf8.count
        )
    }

    /// Compares the decimal values.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        if lhs.description == rhs.description { return true }
        guard let left = lhs.decimal, let right = rhs.decimal else { return false }
        return left == right
    }

    /// Hashes the decimal value.
    public func hash(into hasher: inout Hasher) {
        if let decimal { hasher.combine(decimal) } else { hasher.combine(description) }
    }
}
