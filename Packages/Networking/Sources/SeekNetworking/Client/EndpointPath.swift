/// A path below a client's base URL, written as a string whose interpolations are percent-encoded:
/// `"users/\(user)/repos"` stays two slashes whatever the user is called.
public struct EndpointPath: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The path as it will be sent, without a leading slash.
    public let encoded: String
    /// Whether a value stood alone as `.`, `..` or nothing: such a segment would lead elsewhere.
    let hasUnsafeSegment: Bool

    /// Makes a path of fixed text, taken as it is.
    public init(stringLiteral value: String) {
        encoded = value
        hasUnsafeSegment = false
    }

    /// Makes a path of text and encoded values.
    public init(stringInterpolation: StringInterpolation) {
        encoded = stringInterpolation.text
        hasUnsafeSegment = stringInterpolation.hasUnsafeSegment
    }

    /// Collects the parts of a path.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var hasUnsafeSegment = false

        /// Starts an empty path.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds fixed text as it is.
        public mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        /// Adds a value, percent-encoded.
        public mutating func appendInterpolation(_ value: String) {
            hasUnsafeSegment = hasUnsafeSegment || ["", ".", ".."].contains(value)
            text += PercentEncoding.encode(value)
        }

        /// Adds a number.
        public mutating func appendInterpolation(_ value: some BinaryInteger) {
            text += String(value)
        }
    }
}
