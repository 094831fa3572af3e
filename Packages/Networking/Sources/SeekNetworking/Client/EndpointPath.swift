import SeekBasics

/// A path below a client's base URL. Interpolated values are percent-encoded: in `"users/\(user)/repos"` a slash in
/// `user` does not add a segment.
public struct EndpointPath: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The path without leading slashes. Interpolated values are percent-encoded, literals are unchanged.
    public let encoded: String
    /// Whether the path could resolve to another one: a segment is `.` or `..`, encoded or not, or a value is empty.
    let hasUnsafeSegment: Bool

    /// Creates a path from a literal, which is not encoded.
    public init(stringLiteral value: String) {
        self.init(value, hasEmptyValue: false)
    }

    /// Creates a path from a literal with interpolated values.
    public init(stringInterpolation: StringInterpolation) {
        self.init(stringInterpolation.text, hasEmptyValue: stringInterpolation.hasEmptyValue)
    }

    private init(_ text: String, hasEmptyValue: Bool) {
        encoded = String(Substring(text.utf8.drop { $0 == UInt8(ascii: "/") }))
        // The whole path is checked: a segment may consist of several values.
        let path = encoded.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let segments = path.split(separator: UInt8(ascii: "/"))
        hasUnsafeSegment =
            hasEmptyValue || segments.contains { [".", ".."].contains(PercentEncoding.decode(Substring($0))) }
    }

    /// The literals and values of a path.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var hasEmptyValue = false

        /// Creates an empty path.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends a literal, which is not encoded.
        public mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        /// Appends a percent-encoded value.
        public mutating func appendInterpolation(_ value: String) {
            hasEmptyValue = hasEmptyValue || value.isEmpty
            text += PercentEncoding.encode(value)
        }

        /// Appends a number.
        public mutating func appendInterpolation(_ value: some BinaryInteger) {
            text += String(value)
        }
    }
}
