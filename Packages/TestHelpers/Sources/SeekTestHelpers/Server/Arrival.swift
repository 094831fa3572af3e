public import SeekNetworking

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension LoopbackServer {
    /// Something that arrived on a connection, byte for byte.
    public struct Arrival: Sendable, Hashable {
        /// What came of it.
        public enum Outcome: Sendable, Hashable {
            /// A whole request.
            case request(HTTPRequest)
            /// It was not served: the status it was answered, 0 where nothing could be said, and why.
            case refused(status: Int, reason: String)
            /// The client left before it was whole.
            case incomplete
        }

        /// The bytes as they came, after TLS.
        public let bytes: Data
        /// What came of them.
        public let outcome: Outcome
        /// The number of the connection, from 1.
        public let connection: Int

        /// The request, where it is one.
        public var request: HTTPRequest? {
            if case .request(let request) = outcome { request } else { nil }
        }
    }
}
