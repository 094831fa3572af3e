#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An HTTP request as a value: method, URL, header fields, body.
public struct HTTPRequest: Sendable, Hashable {
    /// What is asked of the resource.
    public var method: Method
    /// The absolute URL. Transports accept the schemes `http` and `https` and refuse any other.
    public var url: URL {
        didSet { origin = Origin(url) }
    }
    /// The origin of the URL; nil where it is not an absolute `http` or `https` URL with a host.
    ///
    /// Found out once: each middleware that keeps something for an origin, and the transport, would do so again.
    public private(set) var origin: Origin?
    /// The header fields. `Host` and `Content-Length` are the transport's.
    public var headerFields: HTTPFields
    /// The body, or nil where there is none.
    public var body: Data?

    /// Makes a request.
    public init(method: Method = .get, url: URL, headerFields: HTTPFields = [:], body: Data? = nil) {
        self.init(method: method, url: url, of: Origin(url), headerFields: headerFields, body: body)
    }

    /// Makes a request for a URL whose origin is known.
    init(method: Method, url: URL, of origin: Origin?, headerFields: HTTPFields, body: Data?) {
        self.method = method
        self.url = url
        self.origin = origin
        self.headerFields = headerFields
        self.body = body
    }

    /// Whether two requests are the same: their origins are where their URLs are.
    public static func == (left: HTTPRequest, right: HTTPRequest) -> Bool {
        left.method == right.method && left.url == right.url && left.headerFields == right.headerFields
            && left.body == right.body
    }

    /// Hashes what is compared.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(method)
        hasher.combine(url)
        hasher.combine(headerFields)
        hasher.combine(body)
    }

    /// A request method (RFC 9110 §9): a token, case-sensitive.
    public struct Method: Sendable, Hashable, CustomStringConvertible {
        /// The method as it stands on the wire.
        public let rawValue: String

        /// Makes a method, or returns nil where the text is not a token.
        public init?(_ rawValue: String) {
            guard HTTPField.Name(rawValue) != nil else { return nil }
            self.rawValue = rawValue
        }

        private init(known rawValue: String) { self.rawValue = rawValue }

        /// The method as it stands on the wire.
        public var description: String { rawValue }

        /// `GET`
        public static let get = Method(known: "GET")
        /// `HEAD`
        public static let head = Method(known: "HEAD")
        /// `POST`
        public static let post = Method(known: "POST")
        /// `PUT`
        public static let put = Method(known: "PUT")
        /// `PATCH`
        public static let patch = Method(known: "PATCH")
        /// `DELETE`
        public static let delete = Method(known: "DELETE")
    }
}
