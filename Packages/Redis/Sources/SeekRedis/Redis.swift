#if os(Linux)
public import SeekHTTPCache
public import SeekNetworking
public import SeekSearch

/// One cache, one quota and one set of rate limits for several machines, in a Redis server.
///
/// ```swift
/// var configuration = SeekConfiguration()
/// configuration.sharedBackend = try Redis(url: "redis://cache.example")
/// ```
/// The connection is opened when it is first used. If the server cannot be used, searches continue with the local
/// stores, and the connection is opened again in the background.
public final class Redis: SharedBackend {
    /// The options besides the address.
    public struct Options: Sendable, Hashable {
        /// The beginning of all keys; `seek` by default. Machines that share a cache and a quota use the same prefix. A
        /// prefix must not be empty or contain spaces, control characters or braces.
        public var prefix = "seek"
        /// The maximum time for a reply of the server; 50 ms by default, and at least a second for subscriptions. When
        /// this time is exceeded, the local stores are used.
        public var timeout = Duration.milliseconds(50)
        /// The maximum size of a stored response in bytes; 1 MiB by default. Larger responses are not shared.
        public var maximumEntrySize = 1 << 20
        /// The time after which a machine's claim on a fetch expires, and another machine may fetch the response; 10
        /// seconds by default. While the fetch is running, the claim is renewed for up to 30 times this time.
        public var claimLifetime = Duration.seconds(10)
        /// The share of the remaining quota that this machine may use during an outage, from 0 to 1. The remaining
        /// quota is what was left when the server was last reached. A tenth by default, which suits up to ten machines.
        public var outageQuotaShare = 0.1
    }

    /// The host and the port of the server, or the path of its socket, and the database unless it is 0:
    /// `cache.example:6379/2`. Never contains the credentials.
    public let address: String
    /// The shared responses.
    public var responseStore: any SharedRecordStore { store }
    private let store: RedisStore
    private let connection: RedisConnection
    private let invalidations: RedisInvalidations
    private let metrics = RedisMetrics()
    let options: Options

    /// Creates a client of a server.
    ///
    /// - Parameters:
    ///   - url: `redis://[user:password@]host[:port][/database]` or `unix://[user:password@]/path[?db=database]`.
    ///   - configure: Changes the options.
    /// - Throws: ``RedisError/invalidURL(_:)``, ``RedisError/invalidPrefix(_:)``
    public init(url: String, configure: (inout Options) -> Void = { _ in }) throws(RedisError) {
        var options = Options()
        configure(&options)
        guard !options.prefix.isEmpty, !options.prefix.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }),
            !options.prefix.contains(where: { "{}".contains($0) })
        else { throw .invalidPrefix(options.prefix) }
        let address = try RedisAddress(url)
        self.address = address.description
        var configuration = RedisConnection.Configuration(address: address, timeout: options.timeout)
        // Twice an entry, because a reply is measured with the start of the next one.
        configuration.maximumReplySize = max(configuration.maximumReplySize, 2 * max(0, options.maximumEntrySize))
        connection = RedisConnection(configuration, metrics: metrics)
        let subscriber = RedisSubscriber(configuration, metrics: metrics)
        let keys = ResponseKeys(prefix: options.prefix)
        invalidations = RedisInvalidations(keys: keys, subscriber: subscriber)
        let claims = FetchClaims(
            connection,
            subscriber: subscriber,
            keys: keys,
            lifetime: options.claimLifetime,
            metrics: metrics
        )
        store = RedisStore(
            connection,
            invalidations: invalidations,
            claims: claims,
            options: options,
            metrics: metrics
        )
        self.options = options
    }

    /// Creates a client of the server whose URL is in the environment variable `SEEK_REDIS_URL`; nil if this variable
    /// is empty or not set.
    ///
    /// `SEEK_REDIS_PREFIX` sets ``Options/prefix``, and `SEEK_REDIS_TIMEOUT` ``Options/timeout`` in milliseconds, from
    /// 1 to 60,000. White space around the values is ignored.
    ///
    /// - Throws: ``RedisError/invalidURL(_:)``, ``RedisError/invalidPrefix(_:)``, ``RedisError/invalidTimeout(_:)``
    public convenience init?(
        environment: [String: String],
        configure: (inout Options) -> Void = { _ in }
    ) throws(RedisError) {
        func value(_ name: String) -> String? {
            let parts = environment[name]?.split(whereSeparator: \.isWhitespace) ?? []
            return parts.isEmpty ? nil : parts.joined(separator: " ")
        }
        guard let url = value("SEEK_REDIS_URL") else { return nil }
        let timeout = value("SEEK_REDIS_TIMEOUT")
        let milliseconds = timeout.flatMap { Int($0) }.flatMap { (1...60_000).contains($0) ? $0 : nil }
        if let timeout, milliseconds == nil { throw .invalidTimeout(timeout) }
        try self.init(url: url) { options in
            if let milliseconds { options.timeout = .milliseconds(milliseconds) }
            if let prefix = value("SEEK_REDIS_PREFIX") { options.prefix = prefix }
            configure(&options)
        }
    }

    /// What this client has done since it was created.
    public var counters: RedisCounters { metrics.counters }

    /// Returns statistics of the server. Two commands are sent.
    ///
    /// - Throws: ``RedisError``
    public func statistics() async throws(RedisError) -> RedisStatistics {
        let (keys, info) = try await connection.markingRepeatedErrors { () throws(RedisError) in
            (
                try await connection.send(["DBSIZE"], isCancellable: true).count,
                try await connection.send(["INFO"], isCancellable: true).text
            )
        }
        guard let keys, let info, let statistics = RedisStatistics(info: info, keyCount: keys) else {
            throw .unexpectedReply
        }
        return statistics
    }

    /// Calls a handler for each URL whose responses another machine invalidates, and with nil if all local copies must
    /// be dropped. The handler receives the key that was passed to
    /// ``/SeekHTTPCache/SharedRecordStore/invalidate(_:with:expiresAt:if:)``.
    public func onRemoval(_ handler: @escaping @Sendable (String?) -> Void) { invalidations.onInvalidation(handler) }

    /// Returns a store that counts the daily quota in the server.
    ///
    /// - Parameters:
    ///   - fallback: The local store that counts a share of the quota during an outage.
    ///   - report: Receives the failures of the server, except those of commits and refunds.
    public func quotaStore(
        fallback: any LocalQuotaStore,
        report: @escaping @Sendable (any Error) -> Void
    ) -> any QuotaStore {
        RedisQuotaStore(
            connection,
            prefix: options.prefix,
            fallback: fallback,
            share: min(max(0, options.outageQuotaShare), 1),
            metrics: metrics,
            report: report
        )
    }

    /// Returns a store of the rate limits of a credential in the server.
    ///
    /// - Parameter credential: The fingerprint of the credential, never the credential itself.
    public func rateLimitStore(for credential: String) -> any RateLimitStore {
        RedisRateLimitStore(connection, prefix: options.prefix, credential: credential)
    }

    /// Removes the responses of all machines that use the ``Options/prefix``. Quotas and rate limits remain.
    ///
    /// - Throws: ``RedisError``
    public func removeAllResponses() async throws(RedisError) { try await store.removeAll() }
}

extension Redis: CustomReflectable {
    /// Hides the password from `dump` and debuggers.
    public var customMirror: Mirror {
        Mirror(self, children: ["address": address, "options": options, "counters": counters])
    }
}
#endif
