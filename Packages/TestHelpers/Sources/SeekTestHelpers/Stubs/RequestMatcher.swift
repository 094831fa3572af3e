public import SeekNetworking

/// The requests that a stub responds to, or that a test verifies.
///
/// The URL is absolute, or a path for any origin. Names in braces are placeholders for one or more characters:
/// `https://api.example/users/{user}/repos?page={page}`. In the path, a placeholder matches within one segment;
/// `{+rest}`, allowed only as the last segment, matches the rest of the path, which may be empty. Percent-encoded bytes
/// are compared, not characters: `%82` differs from `%83`, and a composed from a decomposed `é`. In the path, a reserved
/// character differs from its escape sequence ([RFC 3986, section 2.2](https://www.rfc-editor.org/rfc/rfc3986#section-2.2)):
/// `/videos:list` does not match `/videos%3Alist`, and `%2F` is part of a segment. In the query, `:` and `%3A` are equal,
/// and `+` is a space. The case of the host is ignored. The URL's query parameters must be among those of the request, in any order; ``query`` determines whether
/// the request can have others. The method ``SeekNetworking/HTTPRequest/Method/any`` matches every method:
/// `RequestMatcher(.any, "/{+rest}")` matches every request.
public struct RequestMatcher: Sendable, Hashable, CustomStringConvertible {
    /// The required method; ``SeekNetworking/HTTPRequest/Method/any`` for every method.
    public var method: HTTPRequest.Method
    /// The URL with its placeholders.
    public var url: String
    /// Whether requests can have other query parameters.
    public var query: StubQueryRule
    /// The required header fields with their exact values.
    public var headers: HTTPFields
    /// Further conditions.
    public var conditions: [StubCondition]

    /// Creates a matcher.
    public init(
        _ method: HTTPRequest.Method,
        _ url: String,
        query: StubQueryRule = .containing,
        headers: HTTPFields = [:],
        where conditions: StubCondition...
    ) {
        self.init(method, url, query, headers, conditions)
    }

    init(
        _ method: HTTPRequest.Method,
        _ url: String,
        _ query: StubQueryRule,
        _ headers: HTTPFields,
        _ conditions: [StubCondition]
    ) {
        self.method = method
        self.url = url
        self.query = query
        self.headers = headers
        self.conditions = conditions
    }

    /// `GET https://example.com/users/{user}`, with secrets redacted.
    public var description: String { "\(method) \(Redaction.redacted(text: url))" }
}

extension HTTPRequest.Method {
    /// Matches any method; written `*` in a stub file. Not a registered method.
    public static let any = HTTPRequest.Method("*") ?? .get  // Never nil: `*` is a token (RFC 9110 §5.6.2).
}

/// A matching request with the values of the placeholders.
public struct ReceivedRequest: Sendable, Hashable {
    /// The request.
    public let request: HTTPRequest
    /// The percent-decoded values of the placeholders by name.
    public let values: [String: String]
}
