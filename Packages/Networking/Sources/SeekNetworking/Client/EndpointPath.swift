import SeekBasics

/// A path below a client's base URL.
///
/// ```swift
/// .path("users/\(user)/repos")             // one segment: a slash in `user` is encoded
/// .path("contents/\(subpath: file)")       // several segments: slashes in `file` separate them
/// .path(EndpointPath(path))                // a path in a variable
/// .path("youtube/v3/\(route)")             // a constant of the API: `let route: EndpointPath = "videos:batchGetStats"`
/// ```
/// Values are percent-encoded, so they must not be encoded already; literals, and paths in paths, are sent as they are.
/// Constants of an API are therefore paths, not strings: a server may not recognize an encoded `:` in its route. A leading slash
/// makes no difference: exactly one slash separates the base URL and the path. An empty literal is the base URL itself.
/// An empty value or a segment `.` or `..` makes the request invalid.
public struct EndpointPath: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The path without leading slashes, percent-encoded.
    public let encoded: String
    /// Whether the path could resolve to another one: a segment is `.` or `..`, encoded or not, or a value is empty.
    let hasUnsafeSegment: Bool

    /// Creates a path from a literal, which is sent as it is.
    public init(stringLiteral value: String) {
        self.init(value, hasEmptyValue: false)
    }

    /// Creates a path from a literal with interpolated values.
    public init(stringInterpolation: StringInterpolation) {
        self.init(stringInterpolation.text, hasEmptyValue: stringInterpolation.hasEmptyValue)
    }

    /// Creates a path from a string in which slashes separate segments. Encodes each segment, so the string must not be
    /// percent-encoded already.
    ///
    /// An empty string makes the request invalid, as does one that consists of slashes only.
    public init(_ path: String) {
        self = "\(subpath: path)"
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

        /// Appends a literal as it is.
        public mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        /// Appends a string or a number, percent-encoded. A slash in it does not separate segments.
        public mutating func appendInterpolation(_ value: some LosslessStringConvertible) {
            append(value.description[...], PercentEncoding.encode)
        }

        /// Appends a path as it is.
        public mutating func appendInterpolation(_ path: EndpointPath) {
            text += path.encoded
            hasEmptyValue = hasEmptyValue || path.hasUnsafeSegment
        }

        /// Appends segments, each percent-encoded and separated by the slashes in the string. Leading slashes are
        /// omitted at the start of the path and after a slash.
        public mutating func appendInterpolation(subpath value: String) {
            let isAfterSlash = text.isEmpty || text.utf8.last == UInt8(ascii: "/")
            append(isAfterSlash ? value.drop { $0 == "/" } : value[...]) { value in
                value.split(separator: "/", omittingEmptySubsequences: false)
                    .map { PercentEncoding.encode(String($0)) }
                    .joined(separator: "/")
            }
        }

        private mutating func append(_ value: Substring, _ encode: (String) -> String) {
            hasEmptyValue = hasEmptyValue || value.isEmpty
            text += encode(String(value))
        }
    }
}
