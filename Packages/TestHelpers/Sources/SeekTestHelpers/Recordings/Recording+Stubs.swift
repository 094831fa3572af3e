import SeekBasics
public import SeekNetworking

extension Recording {
    /// Returns stubs for a server: equal requests receive the responses in their recorded order, then the last response
    /// repeatedly. Exchanges without a response are omitted.
    ///
    /// Header fields, query parameters with redacted values, and bodies that are not JSON are not compared; a server
    /// does not compare the origin either. A JSON body must contain the members of the recorded one. A request can have
    /// further query parameters only if the recorded query has a redacted value.
    public func stubs(
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) -> [Stub] {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        var order: [Replay.RequestKey] = []
        var groups: [Replay.RequestKey: [Exchange]] = [:]
        for exchange in exchanges where exchange.failure == nil {
            var comparedRequest = exchange.request
            if Self.jsonBody(of: exchange.request) == nil { comparedRequest.body = nil }
            let key = Replay.RequestKey(comparedRequest)
            if groups[key] == nil { order.append(key) }
            groups[key, default: []].append(exchange)
        }
        return order.flatMap { key -> [Stub] in
            guard let group = groups[key], let first = group.first, let last = group.last else { return [] }
            let matcher = Self.matcher(for: first.request)
            let repeated = Stub(matcher, times: .any, returning: .response(last.response), callSite: callSite)
            guard group.count > 1 else { return [repeated] }
            let responses = group.dropLast().map { StubResponse.response($0.response) }
            return [repeated, Stub(matcher, times: .any, returning: .sequence(responses), callSite: callSite)]
        }
    }

    private static func matcher(for request: HTTPRequest) -> RequestMatcher {
        let path = request.url.absoluteString.prefix { $0 != "#" && $0 != "?" }
        let items = (request.url.query(percentEncoded: true) ?? "").split(separator: "&")
        let comparable = items.filter { !$0.hasSuffix("=\(Redaction.placeholder)") }
        let url = comparable.isEmpty ? String(path) : "\(path)?\(comparable.joined(separator: "&"))"
        let rule: StubQueryRule = comparable.count == items.count ? .exactly : .containing
        let body = jsonBody(of: request)
        return RequestMatcher(request.method, url, rule, [:], body.map { [StubCondition.json($0)] } ?? [])
    }

    private static func jsonBody(of request: HTTPRequest) -> JSONValue? {
        request.body.flatMap { try? JSONDecoder().decode(JSONValue.self, from: $0) }
    }
}
