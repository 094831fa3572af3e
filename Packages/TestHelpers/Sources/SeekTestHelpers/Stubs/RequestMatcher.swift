public import SeekNetworking

/// The requests that a stub responds to, or that a test verifies.
///
/// The URL is absolute, or a path for any origin. Names in braces are placeholders for any text:
/// `https://api.example/users/{user}/repos?page={page}`. A placeholder matches within one segment of the path, or as
/// `{+rest}` at its end for the rest of the path. Percent-encoding and the case of the host are ignored. The query's
/// parameters must be among those of the request, in any order; ``query`` determines whether the request can have
/// others. The method ``SeekNetworking/HTTPRequest/Method/any`` matches every method: `RequestMatcher(.any,
/// "/{+rest}")` matches every request.
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
    /// Matches any method; written `*` in a stub file. No request has this method.
    public static let any = HTTPRequest.Method("*") ?? .get  // It is a token (RFC 9110 §5.6.2).

    /// Returns whether a request with a method matches.
    func matches(_ method: Self) -> Bool { self == .any || self == method }
}

/// A matching request with the values of the placeholders.
public struct ReceivedRequest: Sendable, Hashable {
    /// The request.
    public let request: HTTPRequest
    /// The percent-decoded values of the placeholders by name.
    public let values: [String: String]
}

/// The expected number of uses of a stub.
public struct CallCount: Sendable, Hashable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    let range: ClosedRange<Int>

    /// At least once; a sequence must be used completely. The default.
    public static let atLeastOnce = CallCount(1...)
    /// Any number of times, including none.
    public static let any = CallCount(0...)

    /// A number of times, such as `1...3`.
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

/// The problems that a scope of stubs reports as failures of the test.
public struct StubStrictness: OptionSet, Sendable, Hashable {
    /// The raw bits.
    public let rawValue: Int
    /// Creates a set from raw bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Requests that matched no stub. The caller receives an error in any case.
    public static let unmatchedRequests = StubStrictness(rawValue: 1)
    /// Stubs that were not used as often as declared.
    public static let unusedStubs = StubStrictness(rawValue: 2)
    /// All problems. The default.
    public static let strict: StubStrictness = [.unmatchedRequests, .unusedStubs]
    /// No problems.
    public static let lenient: StubStrictness = []
}
