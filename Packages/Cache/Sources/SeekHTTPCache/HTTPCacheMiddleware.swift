public import SeekBasics
public import SeekCache
@_spi(Seek) public import SeekNetworking

/// A private HTTP cache that follows RFC 9111.
///
/// A fresh response is served from the store. A stale one is validated, and renewed by a 304. It is served without
/// validation if the request or the server's `stale-while-revalidate` allows that, or in place of a failure. A response
/// stored for an endpoint with a time to live has that lifetime instead of the server's. Conditions and ranges in
/// requests are evaluated against stored responses. Each response reports in `Cache-Status` how it was served (RFC
/// 9211). A failure of the store is reported and otherwise treated as a miss. Identical concurrent requests that no
/// stored response can serve share one exchange.
///
/// With a ``SharedCache``, the responses of several machines are shared. A response that is missing or stale in this
/// machine's store is read from the shared store. If it is missing or stale there, too, one machine requests it from
/// the server, and the others wait for it.
///
/// The cache serves one user, or several users whose requests have different credentials: each has a cache of its own,
/// identified by the partition, by all request fields that ``/SeekNetworking/Redaction`` regards as secrets, such as
/// `Authorization`, `Cookie` and `Private-Token`, and by the fields passed to the initializer. Users who are
/// distinguished by anything else, such as a client certificate, need separate partitions. Cookies in responses
/// (`Set-Cookie`) are stored with them, because the cache serves only the user they were meant for.
///
/// An unsafe request invalidates the responses of its own user for its URL. A response that was requested before is not
/// stored afterwards, whichever process sent the unsafe request: each record of the store has a version, and is written
/// only in place of the version that was read.
public struct HTTPCacheMiddleware: HTTPMiddleware {
    let storage: RecordStorage
    /// The maximum staleness in seconds of a response that is served in place of a failure: `staleIfError` of the
    /// initializer.
    let staleWindow: Double
    /// Lets identical requests share one exchange; nil if they do not.
    let coalescing: CoalescingMiddleware?
    /// The keys of the background revalidations in flight, at most one for each key.
    let revalidations = LockedSet<CacheKey>()
    /// The name in `Cache-Status`.
    let name: String
    /// The cache over the shared store, at most one.
    private var sharedCaches: [HTTPCacheMiddleware] = []

    var now: @Sendable () -> Date { storage.now }
    var sharedCache: HTTPCacheMiddleware? { sharedCaches.first }

    /// The minimum number of seconds for which a response with validators is stored beyond its lifetime: a week.
    static let revalidationWindow = 7 * 86_400.0

    /// False: stubbed requests bypass the cache.
    public var interceptsStubs: Bool { false }

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - store: Where this machine stores responses.
    ///   - shared: Where several machines store responses; nil if there is no such store.
    ///   - partition: Identifies the user if request fields do not: the ``/SeekNetworking/Credential/fingerprint`` of a
    ///     credential that an inner middleware adds and that does not change, or an identifier of the account, such as
    ///     the user's ID. With an identifier, responses remain usable after a token is refreshed. Empty for a single
    ///     user.
    ///   - credentialFields: Request fields that identify a user besides those that ``/SeekNetworking/Redaction``
    ///     regards as secrets.
    ///   - staleIfError: How long a stale response is served if the server cannot be reached or fails, or if the quota
    ///     of an endpoint with a time to live is exhausted. The default is a day. A `stale-if-error` of the server or
    ///     the request takes precedence; for an endpoint with a time to live, the longer duration applies.
    ///   - coalescing: Lets identical concurrent requests share one exchange; nil sends each.
    ///   - observer: Observes the responses that are stored in `store`.
    ///   - now: Returns the current date.
    ///   - report: Called with every error that a store throws, except a `CancellationError`.
    public init(
        store: any RecordStore,
        shared: SharedCache? = nil,
        partition: String,
        credentialFields: Set<HTTPField.Name> = [],
        staleIfError: Duration = .seconds(86_400),
        coalescing: CoalescingMiddleware? = CoalescingMiddleware(),
        observer: CacheObserver? = nil,
        now: @escaping @Sendable () -> Date = { Date() },
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        let rules = CacheKey.Rules(partition: partition, credentialFields: credentialFields)
        storage = RecordStorage(
            store: store,
            rules: rules,
            copies: shared?.copies,
            observer: observer,
            now: now,
            report: report
        )
        staleWindow = max(0, staleIfError.seconds)
        self.coalescing = coalescing
        name = "Seek"
        if let shared { sharedCaches = [HTTPCacheMiddleware(shared, rules, staleWindow, now, report)] }
    }

    /// Creates the cache over a shared store.
    private init(
        _ shared: SharedCache,
        _ rules: CacheKey.Rules,
        _ staleWindow: Double,
        _ now: @escaping @Sendable () -> Date,
        _ report: @escaping @Sendable (any Error) -> Void
    ) {
        storage = RecordStorage(
            store: shared.store,
            shared: shared.store,
            rules: rules,
            protection: shared.protection,
            now: now,
            report: report
        )
        self.staleWindow = staleWindow
        // The requests of a process already share one exchange.
        coalescing = nil
        name = "Seek-Shared"
    }

    /// A request with its lookup and options, and what is stored for it.
    struct Call: Sendable {
        var request: HTTPRequest
        var lookup: CacheLookup
        let options: RequestOptions
        var found: Found
        let next: HTTPHandler
    }

    /// Serves a request from the store or forwards it. Throws ``/SeekNetworking/NetworkError/rejected(_:_:)`` if the
    /// cache mode is `onlyIfCached` and no stored response can be served.
    public func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        var next = next
        if let sharedCache {
            let server = next
            next = { request, options throws(NetworkError) in
                try await sharedCache.intercept(request, options: options, next: server)
            }
        }
        let lookup = CacheLookup(request, mode: options.cacheMode, allowsStale: options.allowsStale, now: now())
        guard let lookup else { return try await bypass(request, options, next) }
        let request = lookup.addingModeFields(to: request)
        let writeCount = storage.writeCount
        let found = await find(request, lookup, options.timeToLive)
        let call = Call(request: request, lookup: lookup, options: options, found: found, next: next)
        let use = use(of: call)
        guard case .forward(let reason, let validators) = use, let coalescing else {
            return try await perform(use, call)
        }
        // A request that is sent after an invalidation does not join one that was sent before it.
        var sharedOptions = options
        sharedOptions.generation =
            lookup.usesStore ? found.snapshot.record.generation : UInt64(storage.invalidationCount)
        do throws(NetworkError) {
            return try await coalescing.intercept(request, options: sharedOptions) { _, _ throws(NetworkError) in
                // An identical request that has just ended may have stored the response.
                let isCurrent = self.storage.writeCount == writeCount
                guard !isCurrent, let current = await self.refreshed(call) else {
                    return try await self.forward(call, reason, validators)
                }
                return try await self.perform(self.use(of: current), current)
            }
        } catch {
            // The deadline of this caller may be earlier than that of the request that it has joined.
            guard let stale = await staleResponse(call, inPlaceOf: error) else { throw error }
            return stale
        }
    }

    func use(of call: Call) -> CachePolicy.Use { CachePolicy.use(of: call.found.stored, for: call.lookup, at: now()) }

    /// Serves or forwards a request.
    func perform(_ use: CachePolicy.Use, _ call: Call) async throws(NetworkError) -> HTTPResponse {
        switch (use, call.found.stored) {
        case (.forward(let reason, let validators), _):
            return try await forward(call, reason, validators)
        case (.serveWhileRevalidating, let stored?):
            await revalidate(stored, call)
            return response(from: stored, in: call.found, to: call.lookup, staleReason: .allowed)
        case (.serve, let stored?): return response(from: stored, in: call.found, to: call.lookup)
        case (.serveStale, let stored?):
            return response(from: stored, in: call.found, to: call.lookup, staleReason: .allowed)
        case (_, nil), (.reject, _):
            // The shared cache may contain the response.
            guard sharedCache == nil else { return try await call.next(call.request, call.options) }
            return try rejection(of: call.request, mode: call.lookup.mode)
        }
    }
}

/// The store that several machines share, and this machine's copies of its responses.
public struct SharedCache: Sendable {
    let store: any SharedRecordStore
    let copies: LocalCopies
    let protection: SharedCacheProtection?

    /// Creates a shared cache.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - copies: The copies of its responses in the store of this machine.
    ///   - credential: The credential that an inner middleware adds to requests to `origin`. Responses in the shared
    ///     store are authenticated with it. Only responses to such requests, and public ones that set no cookie, are
    ///     stored there. Nil if no other user can read the shared store or write to it.
    ///   - origin: The origin of the credential.
    public init(
        store: any SharedRecordStore,
        copies: LocalCopies,
        credential: Credential? = nil,
        origin: Origin? = nil
    ) {
        self.store = store
        self.copies = copies
        if let credential, let origin {
            protection = SharedCacheProtection(credential: credential, origin: origin)
        } else {
            protection = nil
        }
    }
}
