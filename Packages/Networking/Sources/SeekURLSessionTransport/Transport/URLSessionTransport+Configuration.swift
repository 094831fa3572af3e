public import SeekNetworking

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension URLSessionTransport {
    /// The settings of a transport.
    public struct Configuration: Sendable {
        /// The session's configuration, for settings such as `allowsCellularAccess`, `waitsForConnectivity`,
        /// `httpAdditionalHeaders`, `protocolClasses` or a minimum TLS version; ephemeral by default. The transport
        /// copies it.
        ///
        /// The transport itself determines caching, cookies, stored credentials, connections per host and timeouts:
        /// these settings of the configuration are ignored. A background configuration cannot be used: each request
        /// fails with ``/SeekNetworking/TransportFailure/invalidConfiguration(_:)``.
        public var session = URLSessionConfiguration.ephemeral
        /// The proxy, the trusted certificates, the pinned public keys and the client certificates. On Linux,
        /// URLSession supports only the default.
        public var connection = ConnectionConfiguration()
        /// The maximum number of connections to one host at a time, 64 by default; a value below 1 means 1. A request
        /// that needs another connection waits, and its deadline applies while it waits.
        public var maximumConcurrentRequestsPerHost = 64
        /// The maximum size of a response's header fields in bytes, 256 KiB by default. A response with a larger header
        /// fails as malformed, after URLSession has read all fields.
        public var maximumHeaderSize = HTTPFieldLimits.maximumHeaderSize
        /// The maximum number of a response's header fields, 1,000 by default. A response with more fails as malformed.
        /// URLSession joins fields of the same name, which then count as one.
        public var maximumHeaderFieldCount = 1_000
        /// The addresses to which requests may be sent; ``/SeekNetworking/TargetPolicy/any`` by default.
        ///
        /// URLSession does not report the address of a name, so the policy applies to URLs whose host is an address,
        /// `localhost` or a subdomain of `localhost`; other names are allowed. A server that fetches URLs supplied by
        /// its users needs `CurlTransport`, which applies the policy to the resolved address.
        public var targetPolicy = TargetPolicy.any

        /// A copy of ``session`` that stores nothing, with the longest timeouts.
        var sessionStoringNothing: URLSessionConfiguration {
            let copy = session.copy() as? URLSessionConfiguration ?? .ephemeral
            copy.urlCache = nil
            copy.requestCachePolicy = .reloadIgnoringLocalCacheData
            copy.httpCookieStorage = nil
            copy.httpShouldSetCookies = false
            copy.httpCookieAcceptPolicy = .never
            copy.urlCredentialStorage = nil
            copy.httpMaximumConnectionsPerHost = max(maximumConcurrentRequestsPerHost, 1)
            // A request has a deadline of its own: URLSession's timeouts are rounded to whole seconds on Linux, and run
            // while a request waits for a connection.
            copy.timeoutIntervalForRequest = URLRequest.maximumTimeout
            copy.timeoutIntervalForResource = URLRequest.maximumTimeout
            return copy
        }
    }
}
