public import SeekNetworking

/// A response for matching requests.
///
/// If several stubs match, **the one added last is used**, even if an earlier one has more conditions, so that a test
/// can override the stubs that it shares with others. A stub whose sequence is complete is skipped.
public struct Stub: Sendable {
    /// The requests that match the stub.
    public let matcher: RequestMatcher
    /// The expected number of uses.
    public let times: CallCount
    /// The source location of the stub.
    public let callSite: CallSite
    let response: StubResponse
    /// The parsed matcher. An invalid stub matches no request and is reported.
    let pattern: Result<RequestPattern, InvalidTemplate>

    /// Creates a stub. The function `stub` is more readable.
    public init(
        _ matcher: RequestMatcher,
        times: CallCount = .atLeastOnce,
        returning response: StubResponse,
        callSite: CallSite
    ) {
        self.matcher = matcher
        self.times = times
        self.callSite = callSite
        self.response = response
        do throws(InvalidTemplate) {
            pattern = .success(try RequestPattern(matcher))
        } catch {
            pattern = .failure(error)
        }
    }
}

/// The expected number of uses of a stub, or of matching requests.
public struct CallCount: Sendable, Hashable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    let range: ClosedRange<Int>

    /// At least once or, for a stub with a sequence, once for each response. The default.
    public static let atLeastOnce = CallCount(1...)
    /// Any number of times, including none.
    public static let any = CallCount(0...)

    /// A number of times in a range, such as `1...3`.
    public init(_ range: ClosedRange<Int>) { self.range = range }
    /// At least a number of times.
    public init(_ range: PartialRangeFrom<Int>) { self.range = range.lowerBound...Int.max }
    /// An exact number of times.
    public init(integerLiteral times: Int) { range = times...times }

    /// `2`, `1 to 3` or `at least 1`.
    public var description: String {
        if range.upperBound == .max { return "at least \(range.lowerBound)" }
        return range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
    }
}

/// Whether a request can have query parameters that the stub's URL does not have.
public enum StubQueryRule: Sendable, Hashable {
    /// Additional parameters are allowed. The default.
    case containing
    /// The parameters are exactly those of the stub's URL.
    case exactly
}

/// Returns a stub: `stub(.get, "https://example.com/users/{user}", returning: .json(file: "github/user_repos"))`.
///
/// - Parameters:
///   - method: The required method.
///   - url: The required URL, which can contain placeholders; see ``RequestMatcher``.
///   - query: Whether a request can have other query parameters.
///   - headers: The required header fields with their exact values.
///   - conditions: Further conditions: `.query("q", matches: "…")`, `.json([…])`.
///   - times: The expected number of uses.
///   - response: The response.
public func stub(
    _ method: HTTPRequest.Method,
    _ url: String,
    query: StubQueryRule = .containing,
    headers: HTTPFields = [:],
    where conditions: StubCondition...,
    times: CallCount = .atLeastOnce,
    returning response: StubResponse,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
) -> Stub {
    Stub(
        RequestMatcher(method, url, query, headers, conditions),
        times: times,
        returning: response,
        callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
}

/// The requests that a stub responds to, or that a test verifies.
///
/// The URL is absolute, or a path for any origin. Names in braces are placeholders for one or more characters:
/// `https://api.example/users/{user}/repos?page={page}`. A placeholder is a whole segment of the path, or the whole
/// value of a parameter; `{+rest}`, allowed only as the last segment, matches the rest of the path, which may be empty.
/// Percent-encoded bytes are compared, not characters: `%82` differs from `%83`, and a composed from a decomposed `é`.
/// In the path, a reserved character differs from its escape sequence
/// ([RFC 3986, section 2.2](https://www.rfc-editor.org/rfc/rfc3986#section-2.2)): `/videos:list` does not match
/// `/videos%3Alist`, and `%2F` is part of a segment. In the query, `:` and `%3A` are equal, and `+` is a space. The case
/// of the host is ignored. The URL's query parameters must be among those of the request, in any order; ``query``
/// determines whether the request can have others. The method ``SeekNetworking/HTTPRequest/Method/any`` matches every
/// method:
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
