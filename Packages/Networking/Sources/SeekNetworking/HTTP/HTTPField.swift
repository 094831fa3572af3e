/// A header field: a name and a value.
///
/// Names and semantics follow swift-http-types.
public struct HTTPField: Sendable, Hashable {
    /// The field's name.
    public var name: Name
    /// The field's value. Transports reject values that are not valid; see ``isValidValue(_:)``.
    public var value: String

    /// Creates a field.
    public init(name: Name, value: String) {
        self.name = name
        self.value = value
    }

    /// Compares the names, ignoring case, and the bytes of the values: strings that are canonically equivalent, such as
    /// composed and decomposed `é`, are different values.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.name == rhs.name && lhs.value.utf8.elementsEqual(rhs.value.utf8)
    }

    /// Whether a value is allowed in a header field (RFC 9110 §5.5).
    ///
    /// Control characters such as CR, LF and NUL could inject a second field or request; transports reject them with
    /// ``NetworkError/invalidRequest(reason:_:)``. Tab and bytes above 0x7F are allowed.
    public static func isValidValue(_ value: String) -> Bool {
        value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }

    /// A field name: a token that is compared case-insensitively (RFC 9110 §5.1).
    public struct Name: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The name with its original case.
        public let rawName: String
        /// The name in lower case, by which names are compared.
        public let canonicalName: String

        /// Creates a name, or returns nil if the string is not a token (RFC 9110 §5.6.2).
        public init?(_ name: String) {
            var hasUppercase = false
            for byte in name.utf8 {
                guard Self.isTokenByte(byte) else { return nil }
                if UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte { hasUppercase = true }
            }
            guard !name.isEmpty else { return nil }
            rawName = name
            canonicalName = hasUppercase ? name.lowercased() : name
        }

        /// Creates a name from a literal: `fields["X-Goog-Api-Key"]`.
        ///
        /// - Precondition: The literal is a token.
        public init(stringLiteral name: StaticString) {
            let text = "\(name)"
            guard let name = Self(text) else { preconditionFailure("'\(text)' is not a token (RFC 9110)") }
            self = name
        }

        /// Compares two names, ignoring case.
        public static func == (lhs: Self, rhs: Self) -> Bool { lhs.canonicalName == rhs.canonicalName }

        /// Hashes the canonical name.
        public func hash(into hasher: inout Hasher) { hasher.combine(canonicalName) }

        /// The name with its original case.
        public var description: String { rawName }

        private static func isTokenByte(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "-")...UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*")...UInt8(ascii: "+"),
                UInt8(ascii: "^")...UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
                true
            default:
                false
            }
        }

        /// `Accept`
        public static let accept = Name("Accept")
        /// `Age`
        public static let age = Name("Age")
        /// `Authorization`
        public static let authorization = Name("Authorization")
        /// `Cache-Control`
        public static let cacheControl = Name("Cache-Control")
        /// `Content-Length`
        public static let contentLength = Name("Content-Length")
        /// `Content-Type`
        public static let contentType = Name("Content-Type")
        /// `ETag`
        public static let eTag = Name("ETag")
        /// `Date`
        public static let date = Name("Date")
        /// `Expires`
        public static let expires = Name("Expires")
        /// `If-Modified-Since`
        public static let ifModifiedSince = Name("If-Modified-Since")
        /// `Last-Modified`
        public static let lastModified = Name("Last-Modified")
        /// `If-None-Match`
        public static let ifNoneMatch = Name("If-None-Match")
        /// `Link` (RFC 8288)
        public static let link = Name("Link")
        /// `Location`
        public static let location = Name("Location")
        /// `Retry-After`
        public static let retryAfter = Name("Retry-After")
        /// `User-Agent`
        public static let userAgent = Name("User-Agent")
        /// `Vary`
        public static let vary = Name("Vary")
        /// `WWW-Authenticate`
        public static let wwwAuthenticate = Name("WWW-Authenticate")
    }
}

extension HTTPField.Name {
    package static let acceptEncoding = Self("Accept-Encoding")
    /// `Content-Encoding`
    @_spi(Seek) public static let contentEncoding = Self("Content-Encoding")
    /// `Content-Language`
    @_spi(Seek) public static let contentLanguage = Self("Content-Language")
    /// `Content-Location`
    @_spi(Seek) public static let contentLocation = Self("Content-Location")
    static let transferEncoding = Self("Transfer-Encoding")
}
