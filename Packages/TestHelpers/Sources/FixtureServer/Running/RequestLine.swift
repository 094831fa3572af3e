import SeekNetworking
import SeekTestHelpers

/// A line of the log: a request and its outcome. Keys in the URL are redacted; header fields are omitted.
enum RequestLine {
    static func text(_ request: HTTPRequest, _ reply: LoopbackServer.Reply) -> String {
        let url = Redaction.redacted(request.url)
        let origin = request.origin.map { "\($0.scheme)://\($0.host)" } ?? ""
        let target = url.hasPrefix(origin) ? url.dropFirst(origin.count).drop { $0 != "/" } : url[...]
        return "\(request.method) \(target) -> \(outcome(reply))"
    }

    /// Returns the outcome of a request: `200, 12 bytes`, `fault: emptyResponse`.
    static func outcome(_ reply: LoopbackServer.Reply) -> String {
        switch reply {
        case .response(let response), .chunked(let response, _), .earlyHints(_, let response):
            "\(response.status.code), \(response.body.count) bytes"
        case .delayed(_, let reply):
            outcome(reply)
        case .fault(let fault):
            // Only the name of the case: its associated value contains the response.
            "fault: \(String(describing: fault).prefix { $0 != "(" })"
        }
    }
}
