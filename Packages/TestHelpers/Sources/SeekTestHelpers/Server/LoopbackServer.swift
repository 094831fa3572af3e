public import SeekNetworking

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A small HTTP/1.1 server on 127.0.0.1: real sockets under a test, without a network.
///
/// It answers through a handler, records what arrived and can break an answer in the ways servers do:
/// ```swift
/// let server = try LoopbackServer { request in
///     request.url.path == "/broken" ? .fault(.resetBeforeResponse) : .response(HTTPResponse(body: Data("hello".utf8)))
/// }
/// ```
/// A connection has a thread of its own, on which the handler runs; so a handler may block. Connections are kept alive and
/// pipelined requests are answered in order. It stops on ``stop()`` and when the last reference to it goes.
public final class LoopbackServer: Sendable {
    /// The most connections held at one time; a further one is answered 503 and closed.
    public static let connectionLimit = 1024

    /// `http://127.0.0.1:PORT`, or `https` where the server has an identity.
    public let baseURL: URL
    /// The port it listens on.
    public let port: UInt16

    private let core: ServerCore

    /// Starts a server on 127.0.0.1.
    ///
    /// - Parameters:
    ///   - port: the port to listen on; 0 takes any free one.
    ///   - keepsRequests: whether ``received`` keeps what arrives. A server that runs for long should not.
    ///   - handler: what answers a request. It runs on the connection's own thread, for several connections at once.
    /// - Throws: ``Failure`` where the port is taken or the system refuses a socket or a thread.
    public convenience init(
        port: UInt16 = 0,
        keepsRequests: Bool = true,
        handler: @escaping @Sendable (HTTPRequest) -> Reply
    ) throws(Failure) {
        try self.init(port: port, keepsRequests: keepsRequests, tls: nil, handler: handler)
    }

    /// - Parameter tls: what makes its connections secure; nil: plain ones.
    init(
        port: UInt16,
        keepsRequests: Bool,
        tls: TLSContext?,
        handler: @escaping @Sendable (HTTPRequest) -> Reply
    ) throws(Failure) {
        core = try ServerCore(port: port, log: RequestLog(keepsRequests: keepsRequests), tls: tls, handler: handler)
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

    /// Every request parsed so far, in order of arrival. A request's URL is ``baseURL`` and the target as sent.
    public var received: [HTTPRequest] { core.log.all.compactMap(\.request) }

    /// All that arrived, byte for byte, in the order in which it ended: requests, what was refused and why, and what broke off.
    public var arrivals: [Arrival] { core.log.all }

    /// How many connections were accepted so far: tells whether a client kept one alive.
    public var acceptedConnections: Int { core.acceptedConnections }

    /// How many connections are open now.
    public var openConnections: Int { core.openConnections }

    /// Returns once `count` requests have been parsed in all, the server has stopped, or the calling task is cancelled.
    public func waitUntilReceived(_ count: Int) async {
        await core.log.waitUntilReceived(count)
    }

    /// Closes the listener and all connections. The port is free when it returns; a handler still at work is not waited for.
    /// Further calls do nothing.
    public func stop() {
        core.stop()
    }

    /// Why a server could not start.
    public enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// Another program listens on the port.
        case portTaken(UInt16)
        /// The system refused, in its own words.
        case system(String)

        /// One line: what failed and what to do.
        public var description: String {
            switch self {
            case .portTaken(let port): "port \(port) is taken: choose another, or 0 for any free one"
            case .system(let reason): "the loopback server could not start: \(reason)"
            }
        }
    }
}
