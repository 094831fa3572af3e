import SeekBasics
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
            (method == .any || method == actual.request.method)
            && (ignoresOrigin || url.origin == nil || url.origin == actual.origin)
            && url.matchPath(actual.path, into: &values)
            && url.matchQuery(actual.query, queryRule, into: &values)
            && headers.allSatisfy { headers.hasSameValue(of: $0.name, as: actual.request.headerFields) }
            && conditions.allSatisfy { $0.differences(from: actual).isEmpty }
        return isMatch ? values : nil
    }
}

extension HTTPFields {
    /// Returns whether the value of a field has the same bytes as in other fields.
    func hasSameValue(of name: HTTPField.Name, as others: HTTPFields) -> Bool {
        guard let value = self[name], let other = others[name] else { return false }
        return value.utf8.elementsEqual(other.utf8)
    }
}

/// A request that is parsed once for the comparison with all stubs.
struct ObservedRequest {
    let request: HTTPRequest
    let origin: Origin
    /// The segments of the path in canonical form.
    let path: [String]
    /// The query parameters in canonical form.
    let query: [QueryParameters.Item]

    /// Nil if the URL is not an absolute `http` or `https` URL.
    init?(_ request: HTTPRequest) {
        guard let origin = request.origin else { return nil }
        self.request = request
        self.origin = origin
        let segments = request.url.path(percentEncoded: true)
            .split(separator: "/", omittingEmptySubsequences: false)
            .dropFirst()
            .map { PercentEncoding.normalizedPath($0) }
        path = segments.isEmpty ? [""] : segments
        query = (request.url.query(percentEncoded: true) ?? "").split(separator: "&").map { item in
            let name = item.prefix { $0 != "=" }
            let value = item.dropFirst(name.count + 1)
            return .init(name: PercentEncoding.normalizedQuery(name), value: PercentEncoding.normalizedQuery(value))
        }
    }

    var pathText: String { "/" + path.joined(separator: "/") }

    /// The body as JSON; nil if it is not JSON.
    var json: JSONValue? {
        request.body.flatMap { try? JSONValue(json: $0) }
    }
}
