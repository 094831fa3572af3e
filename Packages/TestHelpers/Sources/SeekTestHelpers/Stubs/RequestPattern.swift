import SeekNetworking

/// The parsed conditions of a stub.
struct RequestPattern: Sendable, Hashable {
    let method: HTTPRequest.Method
    let url: URLTemplate
    let rule: StubQueryRule
    let headers: HTTPFields
    let conditions: [StubCondition]

    init(_ match: RequestMatcher) throws(InvalidTemplate) {
        method = match.method
        url = try URLTemplate(match.url)
        rule = match.query
        headers = match.headers
        conditions = match.conditions
        if let invalidity = conditions.lazy.compactMap(\.invalidity).first { throw InvalidTemplate(reason: invalidity) }
    }

    /// Returns the values of the placeholders; nil if the request does not match.
    ///
    /// - Parameter ignoresOrigin: Whether scheme, host and port are ignored.
    func values(in asked: ObservedRequest, ignoresOrigin: Bool = false) -> [String: String]? {
        var values: [String: String] = [:]
        let isMatch =
            method.means(asked.request.method)
            && (ignoresOrigin || url.origin == nil || url.origin == asked.origin)
            && url.matchPath(asked.path, into: &values)
            && url.matchQuery(asked.query, rule, into: &values)
            && headers.allSatisfy { asked.request.headerFields[$0.name] == headers[$0.name] }
            && conditions.allSatisfy { $0.differences(from: asked).isEmpty }
        return isMatch ? values : nil
    }
}
