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

/// The query parameters of a request: names and values in order, percent-encoded when sent.
///
/// ```swift
/// ["q": text, "per_page": 30, "archived": false, "page": cursor]
/// ```
/// Values are strings, numbers and Booleans (`true`, `false`); parameters whose value is nil are omitted.
public struct QueryParameters: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// A name and its value.
    public struct Item: Sendable, Hashable {
        /// The name, not percent-encoded.
        public var name: String
        /// The value, not percent-encoded.
        public var value: String

        /// Creates a parameter.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The parameters in order. A name may occur more than once.
    public var items: [Item]

    /// Creates parameters from items.
    public init(_ items: [Item]) {
        self.items = items
    }

    /// Creates parameters from names and values; those whose value is nil are omitted.
    public init(dictionaryLiteral elements: (String, (any LosslessStringConvertible)?)...) {
        items = elements.compactMap { name, value in value.map { Item(name: name, value: $0.description) } }
    }

    /// Creates the parameters of a URL as a server reads them; empty if it has no query.
    public init(of url: URL) {
        self.init(encoded: url.query(percentEncoded: true) ?? "")
    }

    /// Parses an encoded query without its `?`. `+` and `%20` are decoded as a space (HTML Standard,
    /// `application/x-www-form-urlencoded`); a parameter without `=` has an empty value.
    public init(encoded: String) {
        let decode = { (text: Substring) in PercentEncoding.decode(text, plusIsSpace: true) }
        items = encoded.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return Item(name: decode(parts[0]), value: parts.count > 1 ? decode(parts[1]) : "")
        }
    }

    /// The percent-encoded query as it appears in a URL after the `?`; empty if there are no parameters.
    public var encoded: String {
        items.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
    }
}
