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
            && matchesQuery(of: actual, into: &values)
            && headers.allSatisfy { headers.hasSameValue(of: $0.name, as: actual.request.headerFields) }
            && conditions.allSatisfy { $0.differences(from: actual).isEmpty }
        return isMatch ? values : nil
    }

    private func matchesQuery(of actual: ObservedRequest, into values: inout [String: String]) -> Bool {
        guard !url.query.isEmpty else { return queryRule == .containing || actual.query.isEmpty }
        let (missing, remaining) = url.matchQuery(actual.query, into: &values)
        return missing.isEmpty && (queryRule == .containing || remaining.isEmpty)
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

extension RequestPattern {
    /// Returns the differences of a request from the pattern, each with its field; empty if the request matches.
    /// The differences contain no secrets.
    func differences(from actual: ObservedRequest, ignoresOrigin: Bool = false) -> [String] {
        var differences: [String] = []
        func compare(_ field: String, _ actual: String, _ expected: String) {
            guard actual != expected else { return }
            differences.append(
                "\(field) is \(Redaction.redacted(text: actual)), not \(Redaction.redacted(text: expected))"
            )
        }
        if method != .any { compare("method", "\(actual.request.method)", "\(method)") }
        if let origin = url.origin, !ignoresOrigin {
            compare("scheme", actual.origin.scheme, origin.scheme)
            compare("host", actual.origin.host, origin.host)
            compare("port", "\(actual.origin.port)", "\(origin.port)")
        }
        var values: [String: String] = [:]
        if !url.matchPath(actual.path, into: &values) {
            let (path, expected) = PercentEncoding.readable(actual.pathText, url.pathText, arePaths: true)
            compare("path", path, expected)
        }
        return differences + queryDifferences(from: actual) + headerDifferences(from: actual.request.headerFields)
            + conditions.flatMap { $0.differences(from: actual) }
    }

    private func queryDifferences(from actual: ObservedRequest) -> [String] {
        var values: [String: String] = [:]
        let (missing, others) = url.matchQuery(actual.query, into: &values)
        var remaining = others
        var differences: [String] = missing.map { part in
            let field = "query parameter \(PercentEncoding.decode(part.name))"
            guard let index = remaining.firstIndex(where: { $0.name == part.name }) else {
                return "\(field) is missing"
            }
            let readable = PercentEncoding.readable(remaining.remove(at: index).value, part.value.description)
            let isSecret = Redaction.isSecret(queryItem: part.name)
            return Self.difference(field, isSecret: isSecret, readable.0, readable.1)
        }
        guard queryRule == .exactly else { return differences }
        for item in remaining {
            let isKnown = url.query.contains { $0.name == item.name }
            let problem = isKnown ? "occurs more often than expected" : "is unexpected"
            differences.append("query parameter \(PercentEncoding.decode(item.name)) \(problem)")
        }
        return differences
    }

    private func headerDifferences(from fields: HTTPFields) -> [String] {
        headers.map(\.name).unique.compactMap { name in
            guard let expected = headers[name], !headers.hasSameValue(of: name, as: fields) else { return nil }
            return Self.difference("header field \(name)", isSecret: Redaction.isSecret(name), fields[name], expected)
        }
    }

    private static func difference(_ field: String, isSecret: Bool, _ actual: String?, _ expected: String) -> String {
        guard let actual else { return "\(field) is missing" }
        if isSecret { return "\(field) has another value" }
        return "\(field) is '\(Redaction.redacted(text: actual))', not '\(Redaction.redacted(text: expected))'"
    }
}

extension Sequence where Element: Hashable {
    /// The distinct elements, in the order of their first occurrences.
    var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

/// Compares JSON with a required part of it.
enum JSONSubset {
    /// Returns the differences between a value and a required subset, each with its path; empty if the value contains
    /// the subset. The differences contain no values of secret members.
    static func differences(of value: JSONValue, from subset: JSONValue, at place: String = "body") -> [String] {
        switch (subset, value) {
        case (.object(let expected), .object):
            return expected.flatMap { name, expected in
                guard let member = value.object?[name] else { return ["\(place).\(name) is missing"] }
                let differences = differences(of: member, from: expected, at: "\(place).\(name)")
                let isHidden = Redaction.isSecret(member: name) && !differences.isEmpty
                return isHidden ? ["\(place).\(name) has another value"] : differences
            }
        case (.array(let expected), .array(let elements)):
            guard expected.count == elements.count else {
                return ["\(place) has \(elements.count) elements, not \(expected.count)"]
            }
            return elements.indices.flatMap { index in
                differences(of: elements[index], from: expected[index], at: "\(place)[\(index)]")
            }
        default:
            guard value != subset else { return [] }
            return ["\(place) is \(summary(of: value)), not \(summary(of: subset))"]
        }
    }

    private static func summary(of value: JSONValue) -> String {
        switch value {
        case .object: "an object"
        case .array(let elements): "an array of \(elements.count)"
        default: Redaction.redacted(json: value.data)
        }
    }
}
