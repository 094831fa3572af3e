#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Finds, stores and invalidates responses by URL, credential, and the request fields by which they vary (RFC 9111
/// §4.1).
///
/// A failure of the store is reported and treated as if nothing were stored.
struct VariantStorage: Sendable {
    let store: any ResponseStore
    let rules: CacheKey.Rules
    private let now: @Sendable () -> Date
    private let report: @Sendable (any Error) -> Void
    private let coordinator: StoreCoordinator

    /// Creates a storage over a store. Failures of the store are passed to `report`.
    init(
        store: any ResponseStore,
        rules: CacheKey.Rules,
        now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (any Error) -> Void
    ) {
        self.store = store
        self.rules = rules
        self.now = now
        self.report = report
        coordinator = StoreCoordinator.coordinator(of: store)
    }

    /// What is stored for a request.
    struct Variants {
        /// A stored response that matches the request.
        struct Match {
            var stored: StoredResponse
            /// Where the response was found.
            var source: Provenance.Source
        }

        let key: CacheKey
        /// The index of variants, if the responses vary.
        var index: VariantIndex?
        /// The matching responses, the latest first.
        var matches: [Match] = []

        var stored: StoredResponse? { matches.first?.stored }
        var source: Provenance.Source? { matches.first?.source }
        /// Whether responses are stored, but none of them matches the request.
        var isVariantMissing: Bool { index != nil && matches.isEmpty }
    }

    // MARK: Finding

    /// Looks up the responses for a request.
    ///
    /// - Parameter readsStore: Whether the store is read. If false, only the key is determined.
    func variants(for request: HTTPRequest, readsStore: Bool = true) async -> Variants {
        var variants = Variants(key: CacheKey(request, rules))
        guard readsStore, let responseKey = await responseKey(of: variants.key),
            let entry = await entry(for: responseKey)
        else {
            return variants
        }
        if let stored = StoredResponse(serialized: entry.bytes) {
            variants.matches = [Variants.Match(stored: stored, source: entry.source)]
            return variants
        }
        guard let index = VariantIndex(serialized: entry.bytes) else { return variants }
        variants.index = index
        for names in index.sets {
            let key = CacheKey.variantKey(
                for: responseKey,
                generation: index.generation,
                varyNames: names,
                request: request
            )
            guard let entry = await self.entry(for: key), let variant = StoredResponse(serialized: entry.bytes) else {
                continue
            }
            variants.matches.append(Variants.Match(stored: variant, source: entry.source))
        }
        // The latest of several matches is served (§4.1).
        variants.matches.sort { $0.stored.storedAt > $1.stored.storedAt }
        return variants
    }

    /// Looks up the partial response that was stored last.
    func partialResponse(at key: CacheKey) async -> Variants {
        var variants = Variants(key: key)
        guard let responseKey = await responseKey(of: key),
            let entry = await entry(for: CacheKey.partialResponseKey(for: responseKey)),
            let stored = StoredResponse(serialized: entry.bytes)
        else { return variants }
        variants.matches = [Variants.Match(stored: stored, source: entry.source)]
        return variants
    }

    private func responseKey(of key: CacheKey) async -> String? {
        key.responseKey(in: key.credentials == nil ? nil : await generation(of: key))
    }

    // MARK: Requests in flight

    /// The state of a URL when a request was sent, in this process and in the store.
    struct Ticket: Sendable, Hashable {
        fileprivate(set) var order: StoreCoordinator.Ticket
        fileprivate(set) var generation: UInt64?

        /// The invalidations before the request. Only requests with the same epoch may share an exchange.
        var epoch: CacheEpoch { CacheEpoch(invalidations: order.invalidations, generation: generation) }
    }

    /// Returns a ticket for a request that is about to be sent. ``end(_:)`` must be called when the request has
    /// completed.
    func begin(_ key: CacheKey) async -> Ticket {
        var ticket = Ticket(order: coordinator.begin(key.generationKey))
        guard key.credentials != nil || isShared else { return ticket }
        ticket.generation = await generation(of: key)
        if key.credentials != nil, ticket.generation == nil {
            // The generation is begun before the request is sent; one begun later could hide an invalidation.
            ticket.generation = await coordinator.exclusively(key.generationKey) {
                if let known = await generation(of: key) { return known }
                return await beginGeneration(of: key)
            }
        }
        return ticket
    }

    /// Ends the request for which a ticket was taken.
    func end(_ ticket: Ticket) { coordinator.end(ticket.order) }

    /// Whether this process has not invalidated the URL since a ticket was taken.
    func isCurrent(_ ticket: Ticket) -> Bool { coordinator.isCurrent(ticket.order) }

    /// Whether another process may write to the store.
    private var isShared: Bool { store.source != .memory }

    // MARK: Storing

    /// Stores a response, unless the URL has been invalidated since the request was sent, or the response to a later
    /// request is already stored.
    ///
    /// A response that does not vary replaces all variants.
    ///
    /// - Parameter original: The stored response that the new one updates, if any. If it is no longer stored, nothing
    ///   is written.
    func store(
        _ stored: StoredResponse,
        to request: HTTPRequest,
        at key: CacheKey,
        for ticket: Ticket,
        updating original: StoredResponse? = nil,
        until expiresAt: Date
    ) async {
        await coordinator.exclusively(key.generationKey) {
            guard coordinator.isCurrent(ticket.order), await isGeneration(of: key, ticket.generation),
                let responseKey = key.responseKey(in: ticket.generation),
                await isStored(original, for: request, at: key)
            else { return }
            let writtenKeys = await put(stored, to: request, at: responseKey, ticket, expiresAt)
            // Another process may have invalidated the URL between the check and the write. That process begins a
            // generation before it removes responses, so one of the two processes removes this response.
            if await !isGeneration(of: key, ticket.generation) {
                for key in writtenKeys { await remove(key) }
            }
        }
    }

    /// Stores a response and its index, and returns the keys that were written.
    private func put(
        _ stored: StoredResponse,
        to request: HTTPRequest,
        at responseKey: String,
        _ ticket: Ticket,
        _ expiresAt: Date
    ) async -> [String] {
        let isPartial = stored.response.status.code == 206
        let names = isPartial ? [] : CachePolicy.varyNames(of: stored.response) ?? []
        guard !names.isEmpty else {
            let key = isPartial ? CacheKey.partialResponseKey(for: responseKey) : responseKey
            guard coordinator.advance(key, to: ticket.order) else { return [] }
            await put(stored.serialized, for: key, expiresAt)
            return [key]
        }
        let storedIndex = await entry(for: responseKey).flatMap { VariantIndex(serialized: $0.bytes) }
        var index = storedIndex ?? VariantIndex()
        index.add(names, expiresAt: expiresAt)
        let key = CacheKey.variantKey(
            for: responseKey,
            generation: index.generation,
            varyNames: names,
            request: request
        )
        guard coordinator.advance(key, to: ticket.order) else { return [] }
        // The variant is written first, so that the index never refers to a missing one.
        await put(stored.serialized, for: key, expiresAt)
        if index != storedIndex { await put(index.serialized, for: responseKey, index.expiresAt) }
        return [responseKey, key]
    }

    private func isStored(_ original: StoredResponse?, for request: HTTPRequest, at key: CacheKey) async -> Bool {
        guard let original else { return true }
        let isPartial = original.response.status.code == 206
        let current = isPartial ? await partialResponse(at: key) : await variants(for: request)
        return current.matches.contains { $0.stored == original }
    }

    /// Removes the responses stored under a key: all variants or, if `isPartial` is true, the partial response.
    func removeResponses(at key: CacheKey, isPartial: Bool = false) async {
        await coordinator.exclusively(key.generationKey) {
            guard let responseKey = await responseKey(of: key) else { return }
            await remove(isPartial ? CacheKey.partialResponseKey(for: responseKey) : responseKey)
        }
    }

    // MARK: Invalidating

    /// Invalidates all responses for a URL in this partition, including those of requests in flight.
    ///
    /// - Returns: The new generation.
    @discardableResult
    func invalidate(_ url: URL) async -> UInt64 {
        let key = CacheKey(url, rules)
        coordinator.invalidate(key.generationKey)
        return await coordinator.exclusively(key.generationKey) {
            let generation = await beginGeneration(of: key)
            if let responseKey = key.responseKey(in: nil) {
                await remove(responseKey)
                await remove(CacheKey.partialResponseKey(for: responseKey))
            }
            return generation
        }
    }

    /// Returns a ticket with which the response to an unsafe request can be stored although that request has
    /// invalidated its own URL, or nil if another request has invalidated the URL as well.
    func ticket(_ ticket: Ticket, afterOwnInvalidation generation: UInt64) -> Ticket? {
        var ticket = ticket
        ticket.order.invalidations += 1
        ticket.generation = ticket.generation == nil && !isShared ? nil : generation
        return isCurrent(ticket) ? ticket : nil
    }

    // MARK: Generations

    /// Whether the store has the expected generation of a URL.
    func isGeneration(of key: CacheKey, _ expected: UInt64?) async -> Bool {
        guard key.credentials != nil || isShared else { return true }
        return await generation(of: key) == expected
    }

    private func generation(of key: CacheKey) async -> UInt64? {
        await entry(for: key.generationKey).flatMap { URLGeneration(serialized: $0.bytes)?.number }
    }

    private func beginGeneration(of key: CacheKey) async -> UInt64 {
        let new = URLGeneration()
        await put(new.serialized, for: key.generationKey, now().addingTimeInterval(URLGeneration.lifetime))
        return new.number
    }

    // MARK: The store

    private func entry(for key: String) async -> (bytes: Data, source: Provenance.Source)? {
        await reportingErrors { try await store.entry(for: key) } ?? nil
    }

    private func put(_ bytes: Data, for key: String, _ expiresAt: Date) async {
        await reportingErrors { try await store.put(bytes, for: key, expiresAt: expiresAt) }
    }

    private func remove(_ key: String) async {
        await reportingErrors { try await store.remove(key) }
    }

    @discardableResult
    private func reportingErrors<Value>(_ work: () async throws -> Value) async -> Value? {
        do {
            return try await work()
        } catch {
            report(error)
            return nil
        }
    }
}

/// The invalidations that precede a request. Requests with different epochs must not share a response.
struct CacheEpoch: Sendable, Hashable {
    /// The number of invalidations of the URL in this process.
    var invalidations: UInt64
    /// The generation of the URL in the store.
    var generation: UInt64?
}
