public import SeekModels
public import SeekNetworking

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The outside world as the clients use it: everything that is not the query.
public struct SearchEnvironment: Sendable {
    /// What reaches the servers.
    public var transport: any HTTPTransport
    /// Where answers are kept; nil keeps none.
    public var store: (any ResponseStore)?
    /// How long a search answer serves again before the server is asked anew. The search APIs leave this to the client:
    /// they send neither validators nor a lifetime. Other answers serve as long as their server says.
    public var searchTimeToLive: Duration = .seconds(15 * 60)
    /// How the store may be used.
    public var cacheMode: RequestOptions.CacheMode = .standard
    /// How long one page may take.
    public var timeout: Duration = .seconds(30)
    /// What happens to an item that breaks the rules of its model.
    public var decodingMode: ModelDecoder.Mode = .lenient
    /// The time of day.
    public var now: @Sendable () -> Date = { Date() }
    /// Is told of each failure of the store. The search goes on without it.
    public var onStoreFailure: @Sendable (any Error) -> Void = { _ in }

    /// Makes an environment of a transport; the rest has its defaults.
    public init(transport: any HTTPTransport) {
        self.transport = transport
    }
}

extension SearchEnvironment {
    /// A client of one API in this environment, which adds the credential for the API's own origin.
    func client(for baseURL: URL, credential: Credential?, headerFields: HTTPFields) -> APIClient {
        var middleware: [any HTTPMiddleware] = []
        if let store {
            let partition = credential?.fingerprint ?? ""
            middleware.append(HTTPCache(store: store, partition: partition, now: now, report: onStoreFailure))
        }
        if let credential, let origin = Origin(baseURL) {
            middleware.append(Authentication(credential, for: origin))
        }
        return APIClient(baseURL: baseURL, transport: transport) {
            $0.headerFields = headerFields
            $0.timeout = timeout
            $0.cacheMode = cacheMode
            $0.middleware = middleware
        }
    }

    /// How every request names this library: GitHub refuses those without.
    static var userAgent: String { "seek/\(SeekVersion.current)" }
}

/// The version of this release of Seek.
public enum SeekVersion {
    /// The version, after semver.org.
    public static let current = "0.1.0"
}
