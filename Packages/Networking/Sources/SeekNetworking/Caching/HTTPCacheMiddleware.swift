public import SeekBasics

/// A private HTTP cache that follows RFC 9111.
///
/// A fresh response is served from the store. A stale one is validated, and renewed by a 304. It is served without
/// validation if the request or the server's `stale-while-revalidate` allows that, or in place of a failure. A response
/// stored for an endpoint with a time to live has that lifetime instead of the server's. Conditions and ranges in
/// requests are evaluated against stored responses. Each response reports in `Cache-Status` how it was served (RFC
/// 9211). A failure of the store is reported and otherwise treated as a miss.
///
/// With a ``SharedResponseStore``, the responses of several machines are shared. A response that is missing or stale in
/// this machine's store is read from the shared store. If it is missing or stale there, too, one machine requests it
/// from the server, and the others wait for it.
///
/// The cache serves one user, or several users whose requests have different credentials: responses are stored
/// separately by partition, by all request fields that ``Redaction`` regards as secrets, such as `Authorization`,
/// `Cookie` and `Private-Token`, and by the fields passed to the initializer. Users who are distinguished by anything
/// else, such as a client certificate, need separate partitions. Cookies in responses are not stored.
///
/// A response that was requested before an unsafe request invalidated its URL is not stored afterwards. This applies
/// to all caches over stores with the same ``ResponseStore/identity``. If another process invalidates the URL during
/// the write, the response is removed immediately after it; until then, other processes may be served it. A store that
/// holds copies in memory of what other processes write, such as a tiered store, notices the invalidations by these
/// processes only when it drops the copies.
public struct HTTPCacheMiddleware: HTTPMiddleware {
    let storage: VariantStorage
    /// The maximum staleness in seconds of a response that is served in place of a failure: `staleIfError` of the
    /// initializer.
    let staleWindow: Double
    let now: @Sendable () -> Date
    /// The keys of the background revalidations in flight, at most one for each key.
    let revalidations = LockedSet<CacheKey>()
    /// The name in `Cache-Status`.
    let name: String
    /// Which responses the shared store may contain; nil in the cache of this machine's store.
    private(set) var protection: SharedCacheProtection?
    /// The middleware that serves from the shared store: coalescing, so that identical requests of this process share
    /// one fetch, and a cache. Empty without a shared store.
    private(set) var sharedMiddleware: [any HTTPMiddleware] = []

    /// The minimum number of seconds for which a response with validators is stored beyond its lifetime: a week.
    static let revalidationWindow = 7 * 86_400.0

    /// The maximum number of times that a request waits for another machine. One is not enough, because that machine
    /// may fail. Without a limit, requests for a response that must not be stored would be sent one after another.
    private static let maximumWaits = 3

    /// False: stubbed requests bypass the cache.
    public var interceptsStubs: Bool { false }

    /// Serves a request from the store or forwards it. Throws ``NetworkError/rejected(_:_:)`` if the cache mode is
    /// `onlyIfCached` and no stored response can be served.
    public func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        let next = sharedMiddleware.isEmpty ? next : chain(sharedMiddleware, to: next)
        let lookup = CacheLookup(request, mode: options.cacheMode, allowsStale: options.allowsStale, now: now())
        guard let lookup else {
            return try await bypass(request, options, next)
        }
        let request = lookup.addingModeFields(to: request)
        var variants = await variants(for: request, lookup, options.timeToLive)
        var use = CachePolicy.use(of: variants.stored, for: lookup, at: now())
        for _ in 0..<Self.maximumWaits
        where use.waitsForOtherMachines && variants.fetch?.sharedFetch.isClaimedElsewhere == true {
            // Half of the remaining time, so that the response can still be requested if the other machine fails.
            let timeout = max(.zero, (options.deadline - .now) / 2)
            variants = await self.variants(for: request, lookup, options.timeToLive, waiting: timeout)
            use = CachePolicy.use(of: variants.stored, for: lookup, at: now())
        }
        var options = options
        // `FreshResponseMiddleware` may have found the response earlier and copied it to memory.
        if use != .serve, let source = options.sourceOfFirstLookup { variants.source = source }
        options.sourceOfFirstLookup = nil
        let call = Call(request: request, lookup: lookup, options: options, variants: variants, next: next)
        switch (use, variants.stored) {
        case (.forward(let reason, let validators), _):
            return try await forward(call, reason, validators)
        case (.serveWhileRevalidating, let stored?):
            await revalidate(stored, call)
            return response(from: stored, in: variants, to: lookup, staleReason: .allowed)
        case (.serve, let stored?), (.serveStale, let stored?):
            await storage.endFetch(of: variants)
            return response(from: stored, in: variants, to: lookup, staleReason: use == .serveStale ? .allowed : nil)
        case (_, nil), (.reject, _):
            await storage.endFetch(of: variants)
            // The shared cache may contain the response.
            guard sharedMiddleware.isEmpty else { return try await next(request, options) }
            return try rejection(of: request, mode: lookup.mode)
        }
    }

    /// Looks up the complete response or, for a range that it does not contain, a partial response that was stored
    /// later. Returns no match if neither contains the range.
    ///
    /// An endpoint's time to live can shorten the lifetime of the stored response, but not extend it. With nil, the
    /// lifetime is the one that the server specifies. The timeout limits the wait for another machine that fetches the
    /// response.
    func variants(
        for request: HTTPRequest,
        _ lookup: CacheLookup,
        _ timeToLive: Duration?,
        waiting timeout: Duration = .zero
    ) async -> VariantStorage.Variants {
        let access = lookup.access(waiting: timeout)
        var variants = await storage.variants(for: request, access)
        for index in variants.matches.indices {
            variants.matches[index].stored = CachePolicy.limited(variants.matches[index].stored, to: timeToLive)
        }
        let complete = variants.stored
        if let complete, CachePolicy.canServe(complete, lookup) { return variants }
        variants.matches = []
        guard access != .none, lookup.range != nil else { return variants }
        let partial = await storage.partialResponse(at: variants.key)
        guard let stored = partial.stored, CachePolicy.canServe(stored, lookup),
            complete.map({ $0.storedAt < stored.storedAt }) ?? true
        else { return variants }
        return partial
    }

    /// A request with its lookup and options, and the responses that are stored for it.
    struct Call: Sendable {
        var request: HTTPRequest
        var lookup: CacheLookup
        let options: RequestOptions
        let variants: VariantStorage.Variants
        let next: HTTPHandler
    }
}

// In an extension, so that the memberwise initializer exists.
extension HTTPCacheMiddleware {
    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - store: Where this machine stores responses.
    ///   - sharedStore: Where several machines store responses; nil if there is no such store.
    ///   - sharedCredential: The credential that an inner middleware adds to requests to `origin`. Responses in the
    ///     shared store are authenticated with it. Only responses to such requests, and public ones that set no cookie,
    ///     are stored there. Nil if no other user can read the shared store or write to it.
    ///   - origin: The origin of `sharedCredential`.
    ///   - partition: Identifies the user if request fields do not: the ``Credential/fingerprint`` of a credential that
    ///     an inner middleware adds and that does not change, or an identifier of the account, such as the user's ID.
    ///     With an identifier, responses remain usable after a token is refreshed. Empty for a single user.
    ///   - credentialFields: Request fields that identify a user besides those that ``Redaction`` regards as secrets.
    ///   - staleIfError: How long a stale response is served if the server cannot be reached or fails, or if the quota
    ///     of an endpoint with a time to live is exhausted. The default is a day. A `stale-if-error` of the server or
    ///     the request takes precedence; for an endpoint with a time to live, the longer duration applies.
    ///   - now: Returns the current date.
    ///   - report: Called with every error that a store throws, except a `CancellationError`.
    public init(
        store: any ResponseStore,
        sharedStore: (any SharedResponseStore)? = nil,
        sharedCredential: Credential? = nil,
        origin: Origin? = nil,
        partition: String,
        credentialFields: Set<HTTPField.Name> = [],
        staleIfError: Duration = .seconds(86_400),
        now: @escaping @Sendable () -> Date = { Date() },
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        let rules = CacheKey.Rules(partition: partition, credentialFields: credentialFields)
        let local = LocalTier(store: store, now: now, report: report)
        self.init(
            storage: VariantStorage(tier: local, rules: rules, coordinator: .coordinator(of: store)),
            staleWindow: max(0, staleIfError.seconds),
            now: now,
            name: "Seek"
        )
        guard let sharedStore else { return }
        var protection: SharedCacheProtection?
        if let sharedCredential, let origin {
            protection = SharedCacheProtection(credential: sharedCredential, origin: origin)
        }
        let shared = SharedTier(store: sharedStore, protection: protection, now: now, report: report)
        var sharedCache = HTTPCacheMiddleware(
            storage: VariantStorage(tier: shared, rules: rules, coordinator: StoreCoordinator()),
            staleWindow: staleWindow,
            now: now,
            name: "Seek-Shared"
        )
        sharedCache.protection = protection
        sharedMiddleware = [CoalescingMiddleware(), sharedCache]
    }
}

extension CacheLookup {
    /// How the lookup uses the store. A fetch is claimed if its response can be stored for other requests.
    fileprivate func access(waiting timeout: Duration) -> VariantStorage.Access {
        guard mode != .noStore else { return .none }
        let mayFetch = mode != .onlyIfCached && !control.isOnlyIfCached && !control.isNoStore
        return mayFetch && !isHead && range == nil ? .fetch(timeout: timeout) : .read
    }
}
