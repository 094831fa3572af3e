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
        var order: [ComparedRequest] = []
        var groups: [ComparedRequest: [Exchange]] = [:]
        for exchange in exchanges where exchange.failure == nil {
            let key = ComparedRequest(exchange.request)
            if groups[key] == nil { order.append(key) }
            groups[key, default: []].append(exchange)
        }
        return order.flatMap { key -> [Stub] in
            guard let group = groups[key], let first = group.first, let last = group.last else { return [] }
            let matcher = Self.matcher(for: first.request, body: key.body)
            let repeated = Stub(matcher, times: .any, returning: .response(last.response), callSite: callSite)
            guard group.count > 1 else { return [repeated] }
            // The later stub takes precedence until its sequence is complete.
            let responses = group.dropLast().map { StubResponse.response($0.response) }
            return [repeated, Stub(matcher, times: .any, returning: .sequence(responses), callSite: callSite)]
        }
    }

    /// The parts of a request that a stub compares.
    private struct ComparedRequest: Hashable {
        private let requestWithoutBody: Replay.RequestKey
        /// Nil unless the body is JSON. Decoded here only, because a body may be large.
        let body: JSONValue?

        init(_ request: HTTPRequest) {
            body = request.body.flatMap { try? JSONValue(json: $0) }
            var request = request
            request.body = nil
            requestWithoutBody = Replay.RequestKey(request)
        }
    }

    private static func matcher(for request: HTTPRequest, body: JSONValue?) -> RequestMatcher {
        let path = request.url.absoluteString.prefix { $0 != "#" && $0 != "?" }
        let items = (request.url.query(percentEncoded: true) ?? "").split(separator: "&")
        let comparable = items.filter { !$0.hasSuffix("=\(Redaction.placeholder)") }
        let url = comparable.isEmpty ? String(path) : "\(path)?\(comparable.joined(separator: "&"))"
        let rule: StubQueryRule = comparable.count == items.count ? .exactly : .containing
        return RequestMatcher(request.method, url, rule, [:], body.map { [StubCondition.json($0)] } ?? [])
    }
}
