public import SeekBasics

/// An HTTP request: method, URL, header fields and body.
public struct HTTPRequest: Sendable, Hashable {
    /// The method.
    public var method: Method
    /// The absolute URL. Transports reject schemes other than `http` and `https`.
    public var url: URL {
        didSet { origin = Origin(url) }
    }
    /// The origin of the URL, or nil if it is not an absolute `http` or `https` URL with a host.
    public private(set) var origin: Origin?
    /// The header fields. The transport adds `Host` and `Content-Length`.
    public var headerFields: HTTPFields
    /// The body, if there is one.
    public var body: Data?

    /// Creates a request.
    public init(method: Method = .get, url: URL, headerFields: HTTPFields = [:], body: Data? = nil) {
        self.init(method: method, url: url, origin: Origin(url), headerFields: headerFields)
        self.body = body
    }

    /// Creates a request without a body, whose URL has a known origin.
    init(method: Method, url: URL, origin: Origin?, headerFields: HTTPFields) {
        self.method = method
        self.url = url
        self.origin = origin
        self.headerFields = headerFields
    }

    /// A request method (RFC 9110 §9): a token, case-sensitive.
    public struct Method: Sendable, Hashable, CustomStringConvertible {
        /// The method as it is sent.
        public let rawValue: String

        /// Creates a method, or returns nil if the string is not a token.
        public init?(_ rawValue: String) {
            guard HTTPField.Name(rawValue) != nil else { return nil }
            self.rawValue = rawValue
        }

        private init(token rawValue: String) { self.rawValue = rawValue }

        /// The method as it is sent.
        public var description: String { rawValue }

        /// `GET`
        public static let get = Method(token: "GET")
        /// `HEAD`
        public static let head = Method(token: "HEAD")
        /// `POST`
        public static let post = Method(token: "POST")
        /// `PUT`
        public static let put = Method(token: "PUT")
        /// `PATCH`
        public static let patch = Method(token: "PATCH")
        /// `DELETE`
        public static let delete = Method(token: "DELETE")
    }
}
