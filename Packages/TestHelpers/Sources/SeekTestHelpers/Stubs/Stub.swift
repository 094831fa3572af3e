public import SeekNetworking

/// An answer for the requests that match: method, URL, query items, header fields.
///
/// Scheme, host, port and path must be equal (percent-encoding and the case of the host aside). The query items in the
/// stub's URL must be among the request's, in any order; whether the request may have others, ``StubQueryRule`` tells.
/// Of several stubs that match, **the one added last answers**, so a test overrides what its suite has set up.
public struct Stub: Sendable {
    /// The method a request must have.
    public let method: HTTPRequest.Method
    /// The URL as it was written.
    public let url: String
    /// Where the stub was written.
    public let callSite: CallSite
    let answer: StubAnswer
    /// Nil where the URL is not valid: such a stub matches nothing and is reported.
    let pattern: RequestPattern?

    init(
        method: HTTPRequest.Method,
        url: String,
        rule: StubQueryRule,
        headers: HTTPFields,
        answer: StubAnswer,
        callSite: CallSite
    ) {
        self.method = method
        self.url = url
        self.callSite = callSite
        self.answer = answer
        pattern = RequestPattern(method: method, url: url, rule: rule, headers: headers)
    }
}

/// Which query items a request may have besides those of a stub.
public enum StubQueryRule: Sendable, Hashable {
    /// Any others.
    case containing
    /// No others, and none more often.
    case exactly
}

/// Makes a stub: `stub(.get, "https://example.com/api/some", answer: .json(file: "youtube/search"))`.
///
/// - Parameters:
///   - method: the method a request must have.
///   - url: the absolute URL it must have; of the query, the items it must have at least.
///   - query: whether it may have other query items.
///   - headers: the header fields it must have, with exactly these values.
///   - answer: what it is answered.
public func stub(
    _ method: HTTPRequest.Method,
    _ url: String,
    query: StubQueryRule = .containing,
    headers: HTTPFields = [:],
    answer: StubAnswer,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
) -> Stub {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return Stub(method: method, url: url, rule: query, headers: headers, answer: answer, callSite: site)
}
