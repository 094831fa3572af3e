import SeekNetworking

/// The parsed form of a ``RequestMatcher``.
struct RequestPattern: Sendable, Hashable {
    let method: HTTPRequest.Method
    let url: URLTemplate
    let queryRule: StubQueryRule
    let headers: HTTPFields
    let conditions: [StubCondition]

    init(_ matcher: RequestMatcher) throws(InvalidTemplate) {
        method = matcher.method
        url = try URLTemplate(matcher.url)
        queryRule = matcher.query
        headers = matcher.headers
        conditions = matcher.conditions
        if let reason = conditions.lazy.compactMap(\.invalidReason).first { throw InvalidTemplate(reason: reason) }
    }

    /// Returns the values of the placeholders; nil if the request does not match.
    ///
    /// - Parameter ignoresOrigin: Whether scheme, host and port are ignored.
    func values(in actual: ObservedRequest, ignoresOrigin: Bool = false) -> [String: String]? {
        var values: [String: String] = [:]
        let isMatch =
            method.matches(actual.request.method)
            && (ignoresOrigin || url.origin == nil || url.origin == actual.origin)
            && url.matchPath(actual.path, into: &values)
            && url.matchQuery(actual.query, queryRule, into: &values)
            && headers.allSatisfy { actual.request.headerFields[$0.name] == headers[$0.name] }
            && conditions.allSatisfy { $0.differences(from: actual).isEmpty }
        return isMatch ? values : nil
    }
}
