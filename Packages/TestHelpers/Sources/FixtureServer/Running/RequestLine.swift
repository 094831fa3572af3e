import SeekNetworking
import SeekTestHelpers

/// A line of the log: what was asked and what came of it. Keys in the URL are replaced; header fields do not appear.
enum RequestLine {
    static func text(_ request: HTTPRequest, _ reply: LoopbackServer.Reply) -> String {
        let url = Redaction.redacted(request.url)
        let origin = request.origin.map { "\($0.scheme)://\($0.host)" } ?? ""
        let target = url.hasPrefix(origin) ? url.dropFirst(origin.count).drop { $0 != "/" } : url[...]
        return "\(request.method) \(target) -> \(outcome(reply))"
    }

    /// What came of a request: `200, 12 bytes`, `fault: emptyResponse`.
    static func outcome(_ reply: LoopbackServer.Reply) -> String {
        switch reply {
        case .response(let response), .chunked(let response, _), .earlyHints(_, let response):
            "\(response.status.code), \(response.body.count) bytes"
        case .delayed(_, let reply):
            outcome(reply)
        case .fault(let fault):
            // Without what the case carries: that would be the whole answer.
            "fault: \(String(describing: fault).prefix { $0 != "(" })"
        }
    }
}
