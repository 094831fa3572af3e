public import SeekNetworking

/// A response for matching requests.
///
/// If several stubs match, **the one added last is used**, even if an earlier one has more conditions, so that a test
/// can override the stubs of its suite. A stub whose sequence is complete is skipped.
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
