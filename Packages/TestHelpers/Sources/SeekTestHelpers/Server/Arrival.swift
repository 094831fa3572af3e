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
