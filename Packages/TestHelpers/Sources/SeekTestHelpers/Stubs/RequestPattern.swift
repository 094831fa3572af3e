import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a stub asks of a request, read from its URL once.
struct RequestPattern: Sendable, Hashable {
    /// What must be equal, whatever the rest: stubs are looked up by it.
    struct Key: Sendable, Hashable {
        var method: HTTPRequest.Method
        var origin: Origin
        /// The path's segments, percent-decoded one by one.
        var path: [String]

        init?(method: HTTPRequest.Method, url: URL) {
            guard let origin = Origin(url) else { return nil }
            self.method = method
            self.origin = origin
            path = url.path(percentEncoded: true)
                .split(separator: "/", omittingEmptySubsequences: false)
                .dropFirst()
                .map { PercentDecoding.decode($0) }
            if path.isEmpty { path = [""] }
        }

        var pathText: String { "/" + path.joined(separator: "/") }
    }

    var key: Key
    var query: QueryItems
    var rule: StubQueryRule
    var headers: HTTPFields

    /// Nil where the URL is not an absolute `http` or `https` one.
    init?(method: HTTPRequest.Method, url: String, rule: StubQueryRule, headers: HTTPFields) {
        guard let url = URL(string: url), let key = Key(method: method, url: url) else { return nil }
        self.key = key
        self.rule = rule
        self.headers = headers
        query = QueryItems(of: url)
    }

    /// Whether a request of the same key fulfils the rest.
    func accepts(_ request: HTTPRequest) -> Bool {
        let asked = QueryItems(of: request.url).counts
        let wanted = query.counts
        let isEqual = rule == .exactly ? wanted == asked : wanted.allSatisfy { asked[$0.key, default: 0] >= $0.value }
        return isEqual && headers.allSatisfy { request.headerFields[$0.name] == headers[$0.name] }
    }
}
