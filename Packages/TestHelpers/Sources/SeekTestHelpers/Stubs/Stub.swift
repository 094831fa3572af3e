public import SeekNetworking

/// An answer for the requests that match.
///
/// Of several stubs that match, **the one added last answers**, whatever else they ask for: a test overrides what its suite has
/// set up. One whose sequence is spent is passed over.
public struct Stub: Sendable {
    /// The requests it answers.
    public let match: RequestMatcher
    /// How often it is to be used.
    public let times: CallCount
    /// Where the stub was written.
    public let callSite: CallSite
    let answer: StubResponse
    /// A stub that is not valid matches nothing and is reported.
    let pattern: Result<RequestPattern, InvalidTemplate>

    /// Makes a stub; the function `stub` reads better.
    public init(
        _ match: RequestMatcher,
        times: CallCount = .atLeastOnce,
        answer: StubResponse,
        callSite: CallSite
    ) {
        self.match = match
        self.times = times
        self.callSite = callSite
        self.answer = answer
        do throws(InvalidTemplate) {
            pattern = .success(try RequestPattern(match))
        } catch {
            pattern = .failure(error)
        }
    }
}

/// Which query items a request may have besides those of a stub.
public enum StubQueryRule: Sendable, Hashable {
    /// Any others.
    case containing
    /// No others, and none more often.
    case exactly
}

/// Makes a stub: `stub(.get, "https://example.com/users/{user}", answer: .json(file: "github/user_repos"))`.
///
/// - Parameters:
///   - method: the method a request must have.
///   - url: the URL it must have, with places for what may differ: see ``RequestMatcher``.
///   - query: whether it may have other query items.
///   - headers: the header fields it must have, with exactly these values.
///   - conditions: what else it must fulfil: `.query("q", matches: "…")`, `.json([…])`.
///   - times: how often it is to be used.
///   - answer: what it is answered.
public func stub(
    _ method: HTTPRequest.Method,
    _ url: String,
    query: StubQueryRule = .containing,
    headers: HTTPFields = [:],
    where conditions: StubCondition...,
    times: CallCount = .atLeastOnce,
    answer: StubResponse,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
) -> Stub {
    Stub(
        RequestMatcher(method, url, query, headers, conditions),
        times: times,
        answer: answer,
        callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
}
