import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension RequestPattern {
    /// Returns the differences of a request by field; empty if it matches. Contains no secrets.
    func differences(from asked: ObservedRequest, ignoresOrigin: Bool = false) -> [String] {
        var differences: [String] = []
        func compare(_ field: String, _ asked: String, _ wanted: String) {
            guard asked != wanted else { return }
            differences.append(
                "\(field) is \(Redaction.redacted(text: asked)), not \(Redaction.redacted(text: wanted))"
            )
        }
        if method != .any { compare("method", "\(asked.request.method)", "\(method)") }
        if let origin = url.origin, !ignoresOrigin {
            compare("scheme", asked.origin.scheme, origin.scheme)
            compare("host", asked.origin.host, origin.host)
            compare("port", "\(asked.origin.port)", "\(origin.port)")
        }
        var values: [String: String] = [:]
        if !url.matchPath(asked.path, into: &values) { compare("path", asked.pathText, url.pathText) }
        return differences + queryDifferences(from: asked) + headerDifferences(from: asked.request.headerFields)
            + conditions.flatMap { $0.differences(from: asked) }
    }

    private func queryDifferences(from asked: ObservedRequest) -> [String] {
        let (askedCounts, wantedCounts) = (asked.query.counts, url.literalItems.counts)
        var differences: [String] = []
        for item in url.literalItems where askedCounts[item, default: 0] < wantedCounts[item, default: 0] {
            differences.append(difference(of: item.name, wanted: item.value, from: asked.query))
        }
        for part in url.query where part.value.literal == nil {
            var values: [String: String] = [:]
            let isThere = asked.query.contains { $0.name == part.name && part.value.match($0.value, into: &values) }
            if !isThere {
                differences.append(difference(of: part.name, wanted: part.value.description, from: asked.query))
            }
        }
        guard rule == .exactly else { return differences }
        let wantedNames = Set(url.query.map(\.name))
        for item in asked.query where !wantedNames.contains(item.name) {
            differences.append("query item \(item.name) is one too many")
        }
        for item in asked.query.unique
        where wantedCounts[item, default: 0] > 0 && askedCounts[item, default: 0] > wantedCounts[item, default: 0] {
            differences.append("query item \(item.name) is given more often than wanted")
        }
        return differences
    }

    private func difference(of name: String, wanted: String, from query: [QueryParameters.Item]) -> String {
        guard let asked = query.first(where: { $0.name == name }) else { return "query item \(name) is missing" }
        if Redaction.isSecret(queryItem: name) { return "query item \(name) has another value" }
        return
            "query item \(name) is '\(Redaction.redacted(text: asked.value))', not '\(Redaction.redacted(text: wanted))'"
    }

    private func headerDifferences(from fields: HTTPFields) -> [String] {
        headers.map(\.name).unique.compactMap { name in
            let (asked, wanted) = (fields[name], headers[name])
            guard asked != wanted else { return nil }
            guard let asked, let wanted else { return "header field \(name) is missing" }
            if Redaction.isSecret(name) { return "header field \(name) has another value" }
            return
                "header field \(name) is '\(Redaction.redacted(text: asked))', not '\(Redaction.redacted(text: wanted))'"
        }
    }
}

extension Sequence where Element: Hashable {
    /// Returns the distinct elements in order.
    var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }

    /// Returns the number of occurrences of each element.
    var counts: [Element: Int] {
        reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}
