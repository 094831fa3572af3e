import SeekBasics
import SeekNetworking

/// A response of the web app.
struct WebResponse: Sendable {
    /// The content of a response.
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
    /// The content.
    var body: Body = .data(Data())
}

extension WebResponse {
    /// Creates a response with server-sent events, which caches do not store and proxies do not buffer.
    init(events: AsyncStream<ServerEvent>) {
        self.init(
            headerFields: [
                .contentType: "text/event-stream", .cacheControl: "no-store",
                HTTPField.Name(constant: "X-Accel-Buffering"): "no",
            ],
            body: .events(events)
        )
    }

    /// Creates a response with text of a media type, such as `text/html; charset=utf-8`.
    init(_ text: String, type: String, status: HTTPResponse.Status = .ok) {
        self.init(status: status, headerFields: [.contentType: type], body: .data(Data(text.utf8)))
    }
}

/// A server-sent event.
struct ServerEvent: Sendable, Hashable {
    /// The name of the event, without a line break; `message` if nil.
    var name: String?
    /// The data, which may have several lines.
    var data: String

    /// The event as sent: fields that end with an empty line. A line break of the data starts another `data` field.
    var encoded: String {
        let lines = data.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
        return (name.map { "event: \($0)\n" } ?? "") + lines.map { "data: \($0)\n" }.joined() + "\n"
    }
}
