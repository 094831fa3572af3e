public import SeekModels
public import SeekNetworking

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The outside world as the clients use it: everything that is not the query.
public struct ClientConfiguration: Sendable {
    /// What reaches the servers.
    public var transport: any HTTPTransport
    /// Where answers are kept; nil keeps none.
    public var store: (any ResponseStore)?
    /// How long a search answer serves again before the server is asked anew. The search APIs leave this to the client:
    /// they send neither validators nor a lifetime. Other answers serve as long as their server says.
    public var searchTimeToLive: Duration = .seconds(15 * 60)
    /// How the store may be used.
    public var cacheMode: RequestOptions.CacheMode = .default
    /// How long one page may take.
    public var timeout: Duration = .seconds(30)
    /// When a page that failed for a reason of the moment is asked for again. Each attempt counts as a call; waits that a server
    /// asks for are kept up to 5 s, for someone is waiting.
    public var retryPolicy = RetryPolicy(maximumRetryAfter: .seconds(5))
    /// How the time until the next attempt is spent.
    public var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// Where it is counted what is spent of YouTube's day, so that nothing is sent that the API would refuse; nil counts nothing. Share
    /// one among all who use a key.
    public var quotaStore: (any QuotaStore)? = MemoryQuotaStore() {
        didSet { isQuotaStoreSet = true }
    }
    /// Whether ``quotaStore`` was set, also to nil: the store is then the caller's choice, and no other takes its place.
    public private(set) var isQuotaStoreSet = false
    /// The calls of search.list in a day: 100 unless the key's project was granted more. Where the API reports less, it is believed.
    public var youTubeSearchBucket = QuotaBucket.youTubeSearch
    /// The units of YouTube's other calls in a day: 10,000 unless the key's project was granted more.
    public var youTubeUnitBucket = QuotaBucket.youTubeUnits
    /// The calls of videos.batchGetStats in a day: 10,000 unless the key's project was granted more.
    public var youTubeStatisticsBucket = QuotaBucket.youTubeStatistics
    /// How many calls may be sent, by all the clients made with this configuration; nil sets no limit.
    public var budget: CallBudgetMiddleware?
    /// What happens to an item that breaks the rules of its model.
    public var decodingMode: ModelDecoder.Mode = .lenient
    /// Values made of answers from the store, which are not decoded again; nil keeps none. Shared by all clients made with this
    /// configuration.
    public var decodedResponses: DecodedResponseCache? = DecodedResponseCache()
    /// The time of day.
    public var now: @Sendable () -> Date = { Date() }
    /// Is told of each failure of the store. The search goes on without it.
    public var onStoreFailure: @Sendable (any Error) -> Void = { _ in }

    /// Makes a configuration of a transport; the rest has its defaults.
    public init(transport: any HTTPTransport) {
        self.transport = transport
    }
}

extension ClientConfiguration {
    /// A client of one API in this configuration, which adds the credential for the API's own origin.
    ///
    /// - Parameter limiter: counts what is sent against the API's own limits.
    func client(
        for baseURL: URL,
        credential: Credential?,
        headerFields: HTTPFields,
        limiter: (any HTTPMiddleware)? = nil
    ) -> APIClient {
        APIClient(baseURL: baseURL, transport: transport) {
            $0.headerFields = headerFields
            $0.timeout = timeout
            $0.cacheMode = cacheMode
            $0.middleware = middlewareStack(credential: credential, for: Origin(baseURL), limiter: limiter).middleware
        }
    }

    /// Returns the middleware of one API's requests.
    ///
    /// - Parameters:
    ///   - credential: added to the requests of the origin, and of no other.
    ///   - limiter: counts what is sent against the API's own limits.
    public func middlewareStack(
        credential: Credential?,
        for origin: Origin?,
        limiter: (any HTTPMiddleware)? = nil
    ) -> MiddlewareStack {
        MiddlewareStack {
            if let store {
                let partition = credential?.fingerprint ?? ""
                $0.cache = HTTPCacheMiddleware(store: store, partition: partition, now: now, report: onStoreFailure)
            }
            $0.retries = RetryMiddleware(retryPolicy, now: now, sleep: sleep)
            $0.budgets = [budget, limiter].compactMap { $0 }
            if let credential, let origin { $0.authentication = AuthenticationMiddleware(credential, for: origin) }
        }
    }

    /// How every request names this library: GitHub refuses those without.
    public static var userAgent: String { "seek/\(SeekVersion.current)" }
}

/// The version of this release of Seek.
public enum SeekVersion {
    /// The version, after semver.org.
    public static let current = "0.1.0"
}
