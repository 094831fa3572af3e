import SeekBasics
import SeekNetworking

struct WebResponse: Sendable {
    enum Body: Sendable {
        /// Bytes, sent with a `Content-Length`.
        case data(Data)
        /// Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html), sent as they occur. The
        /// stream is cancelled when the client disconnects.
        case events(AsyncStream<ServerEvent>)
    }

    var status: HTTPResponse.Status = .ok
    /// The header fields, without `Content-Length` and `Date`, which the server adds.
    var headerFields: HTTPFields = [:]
    var body: Body = .data(Data())
}

extension WebResponse {
    /// Creates a response with server-sent events, which caches do not store and proxies do not buffer.
    init(events: AsyncStream<ServerEvent>) {
        self.init(
            headerFields: [
                .contentType: "text/event-stream", .cacheControl: "no-store",
                "X-Accel-Buffering": "no",
            ],
            body: .events(events)
        )
    }

    /// Creates a response with text of a media type, such as `text/html; charset=utf-8`.
    init(_ text: String, type: String, status: HTTPResponse.Status = .ok) {
        self.init(status: status, headerFields: [.contentType: type], body: .data(Data(text.utf8)))
    }
}

extension WebResponse {
    /// Returns the response with an `ETag`, or a response with status 304 if the client has the same content (RFC 9110
    /// §13.1.2). Events, responses to methods other than GET and HEAD, and those with a status other than 200 are
    /// returned unchanged.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - content: The content from which a weak tag is computed: the body without the values that change with each
    ///     response, such as ages. Nil for a strong tag of the whole body.
    func validated(for request: WebRequest, content: Data? = nil) -> WebResponse {
        guard [.get, .head].contains(request.method), status == .ok, case .data(let body) = body else { return self }
        let hash = (content ?? body).withUnsafeBytes { XXHash64.hash($0) }
        let tag = "\"\(String(hash, radix: 36))\""
        var response = self
        response.headerFields[.eTag] = content == nil ? tag : "W/\(tag)"
        guard request.headerFields[values: .ifNoneMatch].contains(where: { Self.matches($0, tag) }) else {
            return response
        }
        response.status = 304
        response.body = .data(Data())
        response.headerFields[.contentType] = nil
        return response
    }

    /// Whether a value of `If-None-Match` contains a tag. Tags are compared weakly, as the RFC requires.
    private static func matches(_ value: String, _ tag: String) -> Bool {
        value.split(separator: ",").contains { item in
            let item = item.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
            return item == "*" || (item.hasPrefix("W/") ? item.dropFirst(2) : item) == tag
        }
    }
}

struct ServerEvent: Sendable, Hashable {
    /// The name of the event, without a line break; `message` if nil.
    var name: String?
    /// It may have several lines.
    var data: String

    /// The event as sent: fields that end with an empty line. A line break of the data starts another `data` field.
    var encoded: String {
        let lines = data.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
        return (name.map { "event: \($0)\n" } ?? "") + lines.map { "data: \($0)\n" }.joined() + "\n"
    }
}
