public import SeekNetworking

/// Requests that are meant: method, URL, query, header fields, conditions. What a stub asks for, and what is counted afterwards.
///
/// The URL is absolute, or begins with the path: then any origin will do. Parts in braces are places that take any text:
/// `https://api.example/users/{user}/repos?page={page}`. A place stands within one segment of the path, or as `{+rest}` at its
/// end for all that follows. Percent-encoding and the case of the host do not matter. The query's items must be among those of
/// the request, in any order; ``query`` tells whether it may have others. The method ``SeekNetworking/HTTPRequest/Method/any``
/// means each: `RequestMatcher(.any, "/{+rest}")` is every request.
public struct RequestMatcher: Sendable, Hashable, CustomStringConvertible {
    /// The method.
    public var method: HTTPRequest.Method
    /// The URL, with its places.
    public var url: String
    /// Whether there may be other query items.
    public var query: StubQueryRule
    /// Header fields that must be there, with exactly these values.
    public var headers: HTTPFields
    /// What else is asked.
    public var conditions: [StubCondition]

    /// Makes a match.
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

    /// `GET https://example.com/users/{user}`, secrets replaced.
    public var description: String { "\(method) \(Redaction.redacted(text: url))" }
}

extension HTTPRequest.Method {
    /// Any method, where a stub or a match asks for one; `*` in a file of stubs. No request has it.
    public static let any = HTTPRequest.Method("*") ?? .get  // It is a token (RFC 9110 §5.6.2).

    /// Whether a request of a method is meant.
    func means(_ method: Self) -> Bool { self == .any || self == method }
}

/// A request that a match meant, and what the places of its URL took.
public struct ReceivedRequest: Sendable, Hashable {
    /// The request.
    public let request: HTTPRequest
    /// The texts that the places took, percent-decoded, by their names.
    public let values: [String: String]
}

/// How often a stub is to be used.
public struct CallCount: Sendable, Hashable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    let range: ClosedRange<Int>

    /// At least once; a sequence to its end. What is meant where nothing is said.
    public static let atLeastOnce = CallCount(1...)
    /// As often as it happens, or not at all.
    public static let any = CallCount(0...)

    /// A number of times, such as `1...3`.
    public init(_ range: ClosedRange<Int>) { self.range = range }
    /// A number of times or more.
    public init(_ range: PartialRangeFrom<Int>) { self.range = range.lowerBound...Int.max }
    /// Exactly so often.
    public init(integerLiteral times: Int) { range = times...times }

    /// `2`, `1 to 3` or `at least 1`.
    public var description: String {
        if range.upperBound == .max { return "at least \(range.lowerBound)" }
        return range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
    }
}

/// What a scope of stubs reports as failures of the test.
public struct StubStrictness: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: Int
    /// Makes a set of its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Requests that no stub matched. The caller gets its error in any case.
    public static let unmatchedRequests = StubStrictness(rawValue: 1)
    /// Stubs that were not used, or not as often as was said.
    public static let unusedStubs = StubStrictness(rawValue: 2)
    /// All of it: what counts where nothing is said.
    public static let strict: StubStrictness = [.unmatchedRequests, .unusedStubs]
    /// Nothing of it.
    public static let lenient: StubStrictness = []
}
