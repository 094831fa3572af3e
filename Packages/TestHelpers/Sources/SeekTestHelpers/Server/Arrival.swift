public import SeekBasics
public import SeekNetworking

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

/// The requests that a server has received, and the tasks that wait for them.
final class RequestLog: Sendable {
    private let arrivals = Mutex<[LoopbackServer.Arrival]>([])
    private let requestCount = AsyncCounter()
    let recordsRequests: Bool

    /// - Parameter recordsRequests: Whether requests are recorded, or only counted.
    init(recordsRequests: Bool) { self.recordsRequests = recordsRequests }

    /// The arrivals in the order of completion; empty if requests are only counted.
    var all: [LoopbackServer.Arrival] { arrivals.withLock { $0 } }

    func append(_ arrival: LoopbackServer.Arrival) {
        if recordsRequests { arrivals.withLock { $0.append(arrival) } }
        if arrival.request != nil { requestCount.add(1) }
    }

    /// Resumes all current and future waiters.
    func close() {
        requestCount.finish()
    }

    /// Returns once the given number of requests have been received, the log is closed, or the task is cancelled.
    func waitUntilReceived(_ count: Int) async {
        await requestCount.wait(for: count)
    }
}
