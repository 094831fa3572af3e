import SeekBasics
import SeekNetworking

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
        let (actualCounts, expectedCounts) = (actual.query.counts, url.literalItems.counts)
        var differences: [String] = []
        for item in url.literalItems where actualCounts[item, default: 0] < expectedCounts[item, default: 0] {
            differences.append(difference(of: item.name, expected: item.value, from: actual.query))
        }
        for part in url.query where part.value.literal == nil {
            var values: [String: String] = [:]
            let isPresent = actual.query.contains { $0.name == part.name && part.value.match($0.value, into: &values) }
            if !isPresent {
                differences.append(difference(of: part.name, expected: part.value.description, from: actual.query))
            }
        }
        let (actualNames, expectedNames) = (actual.query.map(\.name), url.query.map(\.name))
        let expectedNameCounts = expectedNames.counts
        for (encodedName, count) in actualNames.counts.sorted(by: { $0.key < $1.key }) {
            let name = PercentEncoding.decode(encodedName)
            switch expectedNameCounts[encodedName, default: 0] {
            case 0: if queryRule == .exactly { differences.append("query parameter \(name) is unexpected") }
            case (count + 1)...: differences.append("query parameter \(name) occurs less often than expected")
            case ..<count where queryRule == .exactly:
                differences.append("query parameter \(name) occurs more often than expected")
            default: break
            }
        }
        return differences
    }

    private func difference(of name: String, expected: String, from query: [QueryParameters.Item]) -> String {
        let actual = query.first { $0.name == name }?.value
        let isSecret = Redaction.isSecret(queryItem: name)
        let field = "query parameter \(PercentEncoding.decode(name))"
        guard let actual else { return "\(field) is missing" }
        let readable = PercentEncoding.readable(actual, expected)
        return Self.difference(field, isSecret: isSecret, readable.0, readable.1)
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

    var counts: [Element: Int] {
        reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}
