#if os(Linux)
import CMicrohttpd
import SeekBasics
import SeekNetworking

/// One request on a connection and its response. libmicrohttpd's thread receives and responds. The task that computes
/// the response, the thread of ``ConnectionMonitor`` and ``WebServer/stop(drainingFor:)`` use the exchange as well.
final class ServerExchange: Sendable {
    /// What libmicrohttpd does next.
    enum Step {
        /// It receives the body of the request.
        case receiveBody
        /// It receives more of the body.
        case receive
        /// It waits for the app's response to the complete request.
        case wait(WebRequest)
        case respond(WebResponse)
    }

    private enum Phase {
        case header
        case body(WebRequest)
        case rejected(WebResponse)
        /// Waiting for the app's response. Contains the connection once it is suspended.
        case waiting(ConnectionHandle?)
        case ready(WebResponse)
        case ended
    }

    private struct State {
        var phase = Phase.header
        var task: Task<Void, Never>?
        var events: EventBody?
        var entry: AccessLogEntry
    }

    private let target: String
    private let limits: ServerLimits
    private let state: Mutex<State>
    private let application: WebApplication

    /// Creates an exchange for a target, such as `/search?q=swift`.
    init(target: String, limits: ServerLimits, application: WebApplication) {
        self.target = target
        self.limits = limits
        self.application = application
        state = Mutex(State(entry: AccessLogEntry(path: String(target.prefix { $0 != "?" }))))
    }

    /// Receives the request: the first call receives the header and an empty part, each further call a part of the
    /// body, and the last call an empty part. When the app has responded, another call returns the response.
    func receive(method: String, from connection: ConnectionHandle, _ part: UnsafeRawBufferPointer) -> Step {
        state.withLock { state in
            switch state.phase {
            case .header:
                state.entry.method = method
                do throws(Rejection) {
                    let request = try header(method, connection)
                    state.entry.client = application.client(of: request)
                    state.phase = .body(request)
                    return .receiveBody
                } catch {
                    let response = application.respond(with: error, to: WebRequest(.get, target))
                    state.phase = .rejected(response)
                    // The library then closes the connection: a body that was not read may follow.
                    return .respond(response)
                }
            case .body(var request):
                guard !part.isEmpty else {
                    state.phase = .waiting(nil)
                    return .wait(request)
                }
                if request.body.count + part.count > limits.maximumBodySize {
                    state.phase = .rejected(application.respond(with: Self.tooLarge(limits), to: request))
                } else {
                    request.body.append(contentsOf: part)
                    state.phase = .body(request)
                }
                return .receive
            case .rejected(let response):
                return part.isEmpty ? .respond(response) : .receive
            case .ready(let response):
                return .respond(response)
            case .waiting, .ended:
                return .respond(stoppingResponse)
            }
        }
    }

    /// Whether the request is not complete.
    var isReceiving: Bool {
        state.withLock { state in
            switch state.phase {
            case .header, .body, .rejected: true
            case .waiting, .ready, .ended: false
            }
        }
    }

    /// Starts to compute the response, and suspends the connection until ``complete(_:)``.
    func start(_ request: WebRequest, on connection: ConnectionHandle) {
        state.withLock { state in
            connection.suspend()
            state.phase = .waiting(connection)
            state.task = Task.detached { [application] in
                let response = await application.respond(to: request)
                self.complete(response)
            }
        }
    }

    private func complete(_ response: WebResponse) {
        state.withLock { state in
            // After `abandon()`, the connection is no longer suspended.
            guard case .waiting(let connection?) = state.phase else { return }
            state.phase = .ready(response)
            connection.resume()
        }
    }

    func respond(_ response: WebResponse, on connection: ConnectionHandle, closing: Bool) -> MHD_Result {
        var response = response
        state.withLock { state in
            state.entry.status = response.status.code
            // A response to HEAD has no body, so no events are needed.
            if state.entry.method == "HEAD", case .events = response.body { response.body = .data(Data()) }
        }
        let (result, events) = connection.queue(response, closing: closing)
        state.withLock { state in
            state.events = events
            state.phase = .ended
        }
        return result
    }

    /// The events of the queued response; nil if it does not consist of events.
    var events: EventBody? { state.withLock(\.events) }

    /// Cancels the app's work and the events. If the app has not responded yet, responds that the server is stopping.
    func abandon() {
        events?.end(with: .failure)
        state.withLock { state in
            state.task?.cancel()
            guard case .waiting(let connection?) = state.phase else { return }
            state.phase = .ready(stoppingResponse)
            connection.resume()
        }
    }

    /// Ends the exchange when the library has sent the response or closed the connection, and returns its log entry.
    func finish() -> AccessLogEntry {
        state.withLock { state in
            state.task?.cancel()
            state.phase = .ended
            state.entry.duration = .now - state.entry.start
            return state.entry
        }
    }

    /// Returns the request without its body. Throws if the header is invalid or exceeds a limit.
    private func header(_ method: String, _ connection: ConnectionHandle) throws(Rejection) -> WebRequest {
        guard let method = HTTPRequest.Method(method), var request = WebRequest(method, target) else {
            throw Rejection(400, "The request line is invalid.")
        }
        guard let fields = connection.headerFields, fields[values: .host].count == 1, Self.framingIsClear(fields) else {
            throw Rejection(400, "The header of the request is invalid.")
        }
        // Each field has four more bytes: `: ` and the line end.
        let headerSize = fields.reduce(target.utf8.count) {
            $0 + $1.name.canonicalName.utf8.count + $1.value.utf8.count + 4
        }
        guard headerSize <= limits.maximumHeaderSize else {
            let isTarget = target.utf8.count > limits.maximumHeaderSize
            let subject = isTarget ? "The address" : "The header of the request"
            throw Rejection(isTarget ? 414 : 431, "\(subject) is longer than \(limits.maximumHeaderSize) bytes.")
        }
        if let size = fields[.contentLength].flatMap({ Int($0) }), size > limits.maximumBodySize {
            throw Self.tooLarge(limits)
        }
        request.headerFields = fields
        request.clientAddress = connection.clientAddress
        // The socket is open as long as the response is computed.
        request.clientUserID = { [socket = connection.socket] in LocalPeer.userID(of: socket) }
        return request
    }

    /// Whether every reader of the request finds the same end of the body (RFC 9112 §6.3): a proxy that finds another
    /// end could be made to forward a hidden request.
    private static func framingIsClear(_ fields: HTTPFields) -> Bool {
        let lengths = fields[values: .contentLength]
        let encodings = fields[values: .transferEncoding]
        guard lengths.isEmpty || encodings.isEmpty else { return false }
        if let length = lengths.first {
            return lengths.count == 1 && !length.isEmpty && length.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        return encodings.isEmpty || encodings.map { $0.lowercased() } == ["chunked"]
    }

    private static func tooLarge(_ limits: ServerLimits) -> Rejection {
        Rejection(413, "The body of the request is larger than \(limits.maximumBodySize) bytes.")
    }

    /// The response to a request that the server does not complete.
    private var stoppingResponse: WebResponse {
        application.respond(with: Rejection(503, "The server is stopping. Try again."), to: WebRequest(.get, target))
    }
}

extension HTTPField.Name {
    static let transferEncoding = HTTPField.Name("Transfer-Encoding")
}

/// A line of the access log: one request, without its query, header and body, which may contain secrets.
struct AccessLogEntry: Sendable, Hashable {
    var method = ""
    /// The encoded path, without the query.
    var path: String
    /// The numeric address of the client, which a proxy on this machine may have reported.
    var client = ""
    /// The status; 0 if the client closed the connection before the response.
    var status = 0
    /// The time at which the request line was received.
    var start = ContinuousClock.now
    /// The time from the request line to the end of the response.
    var duration: Duration = .zero

    /// Returns the entry as a line of JSON, with at most 200 characters of the path.
    ///
    /// - Parameter date: The time at which the response ended.
    func line(at date: Date) -> String {
        let milliseconds = (duration / .milliseconds(1) * 1_000).rounded() / 1_000
        let json: JSONValue = [
            "time": .string(RFC3339.fractionalString(from: date)), "client": .string(client),
            "method": .string(method), "path": .string(String(path.prefix(200))),
            "status": .number(status), "milliseconds": .number(milliseconds),
        ]
        return json.text(.sorted)
    }
}
#endif
