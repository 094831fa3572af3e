public import SeekBasics
public import SeekNetworking

/// A small HTTP/1.1 server on 127.0.0.1, for tests with real sockets but without a network.
///
/// A handler returns the replies. The server records requests, and can send faulty responses:
/// ```swift
/// let server = try LoopbackServer { request in
///     request.url.path == "/broken" ? .fault(.resetBeforeResponse) : .response(HTTPResponse(body: Data("hello".utf8)))
/// }
/// ```
/// Each connection has its own thread, on which the handler runs, so a handler can block. Connections are persistent,
/// and pipelined requests are served in order. With 1,024 open connections, a further one receives 503. The server stops
/// with ``stop()`` or when it is deallocated.
public final class LoopbackServer: Sendable {
    /// `http://127.0.0.1:PORT`, or `https` if the server has an identity.
    public let baseURL: URL
    /// The port of the server.
    public let port: UInt16

    private let core: ServerCore

    /// Starts a server on 127.0.0.1.
    ///
    /// - Parameters:
    ///   - port: The port; 0 selects a free one.
    ///   - recordsRequests: Whether requests are recorded in ``received`` and ``arrivals``. If not, they are only
    ///     counted, as suits a long-running server.
    ///   - handler: Returns the reply to a request. Runs on the connection's thread, concurrently for several
    ///     connections.
    /// - Throws: ``Failure`` if the port is in use, or the system cannot create a socket or a thread.
    public convenience init(
        port: UInt16 = 0,
        recordsRequests: Bool = true,
        handler: @escaping @Sendable (HTTPRequest) -> Reply
    ) throws(Failure) {
        try self.init(port: port, recordsRequests: recordsRequests, tls: nil, handler: handler)
    }

    /// - Parameter tls: The TLS context; nil for unencrypted connections.
    init(
        port: UInt16,
        recordsRequests: Bool,
        tls: TLSContext?,
        handler: @escaping @Sendable (HTTPRequest) -> Reply
    ) throws(Failure) {
        core = try ServerCore(port: port, recordsRequests: recordsRequests, tls: tls, handler: handler)
        self.port = core.port
        baseURL = core.baseURL
        do {
            try core.start()
        } catch {
            core.stop()
            throw error
        }
    }

    deinit {
        core.stop()
    }

    /// The complete requests in the order of completion. A request's URL consists of ``baseURL`` and the target as
    /// sent, or of the target alone if it is a URL.
    public var received: [HTTPRequest] { core.arrivals.compactMap(\.request) }

    /// The received requests with their bytes, in the order of completion. Includes rejected and incomplete ones.
    public var arrivals: [Arrival] { core.arrivals }

    /// The number of accepted connections, which shows whether a client reuses them.
    public var acceptedConnectionCount: Int { core.acceptedConnectionCount }

    /// The number of open connections.
    public var openConnectionCount: Int { core.openConnectionCount }

    /// Returns once the server has received `count` complete requests since its start, the server has stopped, or the
    /// task is cancelled.
    public func waitUntilReceived(_ count: Int) async {
        await core.requestCount.wait(for: count)
    }

    /// Closes the listener and all connections. The port is free afterwards; running handlers are not awaited.
    /// Further calls do nothing.
    public func stop() {
        core.stop()
    }

    /// The reason why a server could not start.
    public enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// The port is in use.
        case portTaken(UInt16)
        /// A system call failed, with the system's message.
        case system(String)

        /// What failed and, for a port in use, what to do, on one line.
        public var description: String {
            switch self {
            case .portTaken(let port): "port \(port) is taken: choose another, or 0 for any free one"
            case .system(let reason): "the loopback server could not start: \(reason)"
            }
        }
    }
}

extension LoopbackServer {
    /// The bytes received for one request, and their outcome.
    public struct Arrival: Sendable, Hashable {
        /// The outcome of received bytes.
        public enum Outcome: Sendable, Hashable {
            /// A complete request.
            case request(HTTPRequest)
            /// The request was rejected with this status and reason. The status is 0 if the TLS handshake failed.
            case rejected(status: Int, reason: String)
            /// The client disconnected, or the server stopped, before the request was complete.
            case incomplete
        }

        /// The received bytes, decrypted.
        public let bytes: Data
        /// The outcome of the bytes.
        public let outcome: Outcome
        /// The number of the connection, starting at 1.
        public let connection: Int

        /// The request; nil if the bytes are not a complete one.
        public var request: HTTPRequest? {
            if case .request(let request) = outcome { request } else { nil }
        }
    }
}

#if os(Linux)
extension LoopbackServer {
    /// Starts a TLS server with a temporary certificate.
    ///
    /// - Parameters:
    ///   - port: The port; 0 selects a free one.
    ///   - identity: The certificate and key from ``CertificateAuthority/identity(for:days:)``.
    ///   - handler: Returns the reply to a request.
    /// - Throws: ``Failure``, also if OpenSSL is not installed.
    public convenience init(
        port: UInt16 = 0,
        identity: CertificateAuthority.Identity,
        handler: @escaping @Sendable (HTTPRequest) -> Reply
    ) throws(Failure) {
        let context = try TLSContext(certificate: identity.certificate, key: identity.key)
        try self.init(port: port, recordsRequests: true, tls: context, handler: handler)
    }
}
#endif

extension LoopbackServer {
    /// The reply of a handler.
    public indirect enum Reply: Sendable, Hashable {
        /// A complete response. The server adds `Date` if it is missing, and sets `Content-Length`, except for 204 and
        /// 304. The connection remains open unless either side sends `Connection: close` or the client uses HTTP/1.0
        /// without `Connection: keep-alive`.
        case response(HTTPResponse)
        /// A complete response in chunks of the given size, in bytes (at least 1).
        case chunked(HTTPResponse, chunkSize: Int)
        /// A `103 Early Hints` with these fields (RFC 8297), then the response.
        case earlyHints(HTTPFields, HTTPResponse)
        /// A faulty response.
        case fault(Fault)
        /// A delayed reply. It is not sent if the server stops or the client resets the connection during the delay.
        case delayed(Duration, Reply)
    }

    /// A faulty or slow response, after which the server closes the connection. A response to HEAD has no body.
    public enum Fault: Sendable, Hashable {
        /// The connection is reset before a response.
        case resetBeforeResponse
        /// The connection is reset after the header fields and the first bytes of the body.
        case resetAfterHeaders
        /// The connection is closed without a response.
        case emptyResponse
        /// The connection is closed after half of the body, although `Content-Length` is the size of the whole body.
        case truncatedBody(HTTPResponse)
        /// The body is sent as a chunk, and the connection is closed without the final, empty chunk.
        case truncatedChunked(HTTPResponse)
        /// The size of a chunk is not a number.
        case badChunk
        /// Bytes that are not HTTP.
        case garbage
        /// These bytes, after which the connection is closed.
        case bytes(Data)
        /// An endless header section.
        case endlessHeaders
        /// An endless chunked body, at most 64 MiB per second.
        case endlessBody
        /// No response: the connection remains open until the client disconnects or the server stops.
        case stall
        /// The header fields and half of the body, then nothing more, as in ``stall``.
        case stallInBody(HTTPResponse)
        /// A complete response, sent byte by byte at an interval of at least 1 ms.
        case slow(HTTPResponse, byteInterval: Duration)
        /// A body with a wrong `Content-Length`, after which the connection is closed.
        case wrongContentLength(HTTPResponse, declared: Int)
    }
}
