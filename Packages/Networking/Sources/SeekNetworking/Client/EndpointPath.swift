import SeekBasics

/// A path below a client's base URL, written as a string whose interpolations are percent-encoded:
/// `"users/\(user)/repos"` stays two slashes whatever the user is called.
public struct EndpointPath: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The path as it will be sent, without leading slashes.
    public let encoded: String
    /// Whether a segment is `.` or `..`, percent-encoded or not, or a value is empty: such a path would lead elsewhere.
    let hasUnsafeSegment: Bool

    /// Creates a path of fixed text, taken as it is.
    public init(stringLiteral value: String) {
        self.init(value, hasEmptyValue: false)
    }

    /// Creates a path of text and encoded values.
    public init(stringInterpolation: StringInterpolation) {
        self.init(stringInterpolation.text, hasEmptyValue: stringInterpolation.hasEmptyValue)
    }

    private init(_ text: String, hasEmptyValue: Bool) {
        encoded = String(Substring(text.utf8.drop { $0 == UInt8(ascii: "/") }))
        // Looked at as a whole: several values can make up one segment.
        let path = encoded.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let segments = path.split(separator: UInt8(ascii: "/"))
        hasUnsafeSegment =
            hasEmptyValue || segments.contains { [".", ".."].contains(PercentEncoding.decode(Substring($0))) }
    }

    /// Collects the parts of a path.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var hasEmptyValue = false

        /// Starts an empty path.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds fixed text as it is.
        public mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        /// Adds a value, percent-encoded.
        public mutating func appendInterpolation(_ value: String) {
            hasEmptyValue = hasEmptyValue || value.isEmpty
            text += PercentEncoding.encode(value)
        }

        /// Adds a number.
        public mutating func appendInterpolation(_ value: some BinaryInteger) {
            text += String(value)
        }
    }
}
