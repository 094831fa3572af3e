import SeekBasics
import SeekNetworking

struct WebRequest: Sendable {
    var method: HTTPRequest.Method = .get
    /// The decoded segments of the path: `/saved/a%20b` has `["saved", "a b"]`, and `/` has none.
    var path: [String]
    var query: QueryParameters = [:]
    var headerFields: HTTPFields = [:]
    var body = Data()
    /// The numeric address of the client, without its port: `127.0.0.1`.
    var clientAddress = "127.0.0.1"
    /// Returns the user ID of the client's process; nil if it is unknown, as on another machine.
    var clientUserID: @Sendable () -> UInt32? = { nil }
    /// What has caused the request. ``WebApplication`` determines it before anything else.
    var initiator = RequestInitiator.unknown
}

extension WebRequest {
    /// Creates a request for a target in origin form: `/search?q=swift`.
    ///
    /// A slash at the end of the path is ignored. Returns nil for a target that is not a path, or whose path has a
    /// segment `.` or `..`, a repeated slash or an ASCII control character. Bytes that are not UTF-8 become U+FFFD.
    init?(_ method: HTTPRequest.Method = .get, _ target: String) {
        guard target.first == "/" else { return nil }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var segments = parts[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        if segments.last == "" { segments.removeLast() }
        let path = segments.map { PercentEncoding.decode($0) }
        guard path.allSatisfy(Self.isAcceptable) else { return nil }
        self.init(method: method, path: path)
        if parts.count > 1 { query = QueryParameters(encoded: String(parts[1])) }
    }

    private static func isAcceptable(_ segment: String) -> Bool {
        !segment.isEmpty && segment != "." && segment != ".." && segment.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    /// The fields of a form that was sent with POST.
    var form: QueryParameters { QueryParameters(encoded: String(decoding: body, as: UTF8.self)) }

    /// Whether the `Accept` field contains `text/html`, as that of a browser does. `*/*` is not enough.
    var acceptsHTML: Bool { headerFields[values: .accept].contains { $0.contains("text/html") } }
}

extension QueryParameters {
    /// The first nonempty value of a parameter; nil if there is none.
    subscript(name: String) -> String? { items.first { $0.name == name && !$0.value.isEmpty }?.value }
}

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

    /// Creates a response with an event for each update of a search. A slow client receives the latest one only.
    init(_ updates: AsyncStream<SearchResults>, event: @escaping @Sendable (SearchResults) async -> ServerEvent) {
        let events = AsyncStream<ServerEvent>(bufferingPolicy: .bufferingNewest(1)) { continuation in
            for await results in updates { continuation.yield(await event(results)) }
        }
        self.init(events: events)
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
