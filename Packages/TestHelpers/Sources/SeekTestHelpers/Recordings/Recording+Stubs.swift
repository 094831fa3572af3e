public import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Recording {
    /// Returns the recording as stubs for a server: equal requests receive the responses in their recorded order, and
    /// after that the last one repeatedly. Query parameters with redacted values are not compared, nor is the origin
    /// on a server.
    public func stubs(callSite: CallSite = CallSite()) -> [Stub] {
        var order: [Replay.RequestKey] = []
        var groups: [Replay.RequestKey: [Exchange]] = [:]
        for exchange in exchanges where exchange.failure == nil {
            let key = Replay.RequestKey(exchange.request)
            if groups[key] == nil { order.append(key) }
            groups[key, default: []].append(exchange)
        }
        return order.flatMap { key -> [Stub] in
            guard let group = groups[key], let first = group.first, let last = group.last else { return [] }
            let match = Self.match(first.request)
            let forever = Stub(match, times: .any, returning: .response(last.response), callSite: callSite)
            guard group.count > 1 else { return [forever] }
            let turns = group.dropLast().map { StubResponse.response($0.response) }
            return [forever, Stub(match, times: .any, returning: .sequence(turns), callSite: callSite)]
        }
    }

    private static func match(_ request: HTTPRequest) -> RequestMatcher {
        let text = request.url.absoluteString.prefix { $0 != "#" && $0 != "?" }
        let items = (request.url.query(percentEncoded: true) ?? "").split(separator: "&")
        let kept = items.filter { !$0.hasSuffix("=\(Redaction.placeholder)") }
        let url = kept.isEmpty ? String(text) : "\(text)?\(kept.joined(separator: "&"))"
        let rule: StubQueryRule = kept.count == items.count ? .exactly : .containing
        let body = request.body.flatMap { try? JSONDecoder().decode(JSONValue.self, from: $0) }
        return RequestMatcher(request.method, url, rule, [:], body.map { [StubCondition.json($0)] } ?? [])
    }
}
