import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension RequestPattern {
    /// What keeps a request from matching, field by field; empty where it matches. Holds no secret.
    func differences(from request: HTTPRequest) -> [String] {
        guard let asked = Key(method: request.method, url: request.url) else { return ["the URL is not absolute"] }
        var differences: [String] = []
        func compare(_ field: String, _ asked: String, _ wanted: String) {
            if asked != wanted { differences.append("\(field) is \(asked), not \(wanted)") }
        }
        compare("method", "\(asked.method)", "\(key.method)")
        compare("scheme", asked.origin.scheme, key.origin.scheme)
        compare("host", asked.origin.host, key.origin.host)
        compare("port", "\(asked.origin.port)", "\(key.origin.port)")
        compare("path", asked.pathText, key.pathText)
        return differences + queryDifferences(from: request.url) + headerDifferences(from: request.headerFields)
    }

    private func queryDifferences(from url: URL) -> [String] {
        let asked = QueryItems(of: url)
        let shown = URL(string: Redaction.redacted(url)).map { QueryItems(of: $0) } ?? QueryItems("")
        let hidden = Set(shown.items.filter { $0.value == Redaction.placeholder }.map(\.name))
        let wantedCounts = query.counts
        let askedCounts = asked.counts
        var differences: [String] = []
        for item in query.items where askedCounts[item, default: 0] < wantedCounts[item, default: 0] {
            if hidden.contains(item.name) {
                differences.append("query item \(item.name) has another value")
            } else if let value = asked[item.name] {
                differences.append("query item \(item.name) is '\(value)', not '\(item.value)'")
            } else {
                differences.append("query item \(item.name) is missing")
            }
        }
        guard rule == .exactly else { return differences }
        let wantedNames = Set(query.items.map(\.name))
        for item in asked.items where !wantedNames.contains(item.name) {
            differences.append("query item \(item.name) is one too many")
        }
        for item in asked.items.unique
        where wantedNames.contains(item.name) && wantedCounts[item, default: 0] > 0
            && askedCounts[item, default: 0] > wantedCounts[item, default: 0]
        {
            differences.append("query item \(item.name) is given more often than wanted")
        }
        return differences
    }

    private func headerDifferences(from fields: HTTPFields) -> [String] {
        headers.map(\.name).unique.compactMap { name in
            let (asked, wanted) = (fields[name], headers[name])
            guard asked != wanted else { return nil }
            guard let asked, let wanted else { return "header field \(name) is missing" }
            if Redaction.isSecret(name) { return "header field \(name) has another value" }
            return "header field \(name) is '\(asked)', not '\(wanted)'"
        }
    }
}

extension Sequence where Element: Hashable {
    /// The elements in order, each once.
    var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
