#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Finds, stores and invalidates responses in a store: by URL and credential, and where they vary by the request's fields
/// (RFC 9111 §4.1).
///
/// A store that fails never fails a request: the failure is reported, and it is as if nothing were stored.
struct VariantStorage: Sendable {
    let store: any ResponseStore
    let rules: CacheKey.Rules
    private let now: @Sendable () -> Date
    private let report: @Sendable (any Error) -> Void
    private let coordinator: StoreCoordinator

    /// Creates the access to a store.
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

    /// What there is under a request's URL.
    struct Place {
        /// A stored response that serves the request, by what it varies by.
        struct Match {
            var stored: StoredResponse
            /// Where it was found.
            var source: Provenance.Source
        }

        let key: CacheKey
        /// Where the responses vary: by what.
        var index: VariantIndex?
        /// The responses that serve the request, the latest first.
        var matches: [Match] = []

        var stored: StoredResponse? { matches.first?.stored }
        var source: Provenance.Source? { matches.first?.source }
        /// Whether there are responses, but none to such a request.
        var isVariantMissing: Bool { index != nil && matches.isEmpty }
    }

    // MARK: Finding

    /// Looks up what there is for a request.
    ///
    /// - Parameter reads: whether it is of use to know.
    func place(of request: HTTPRequest, reads: Bool = true) async -> Place {
        var place = Place(key: CacheKey(request, rules))
        guard reads, let text = await text(of: place.key), let found = await found(for: text) else { return place }
        if let stored = StoredResponse(serialized: found.bytes) {
            place.matches = [Place.Match(stored: stored, source: found.source)]
            return place
        }
        guard let index = VariantIndex(serialized: found.bytes) else { return place }
        place.index = index
        for names in index.sets {
            let key = CacheKey.variant(names, of: request, under: text, generation: index.generation)
            guard let found = await self.found(for: key), let variant = StoredResponse(serialized: found.bytes) else {
                continue
            }
            place.matches.append(Place.Match(stored: variant, source: found.source))
        }
        // Where several match, the latest serves (§4.1).
        place.matches.sort { $0.stored.storedAt > $1.stored.storedAt }
        return place
    }

    /// Looks up the part of the body that was stored last.
    func part(at key: CacheKey) async -> Place {
        var place = Place(key: key)
        guard let text = await text(of: key), let found = await found(for: CacheKey.part(of: text)),
            let stored = StoredResponse(serialized: found.bytes)
        else { return place }
        place.matches = [Place.Match(stored: stored, source: found.source)]
        return place
    }

    private func text(of key: CacheKey) async -> String? {
        key.text(in: key.credentials == nil ? nil : await generation(of: key))
    }

    // MARK: Requests under way

    /// What was known of a URL when a request was sent, in this process and in the store.
    struct Ticket: Sendable, Hashable {
        fileprivate(set) var order: StoreCoordinator.Ticket
        fileprivate(set) var generation: UInt64?

        /// What requests that may share an exchange have in common: the same invalidations precede them.
        var epoch: CacheEpoch { CacheEpoch(invalidations: order.invalidations, generation: generation) }
    }

    /// Takes a ticket for a request that is about to be sent. ``end(_:)`` has to follow.
    func begin(_ key: CacheKey) async -> Ticket {
        var ticket = Ticket(order: coordinator.begin(key.generation))
        guard key.credentials != nil || isShared else { return ticket }
        ticket.generation = await generation(of: key)
        if key.credentials != nil, ticket.generation == nil {
            // Before the request is sent: a generation that begins later could hide an invalidation.
            ticket.generation = await coordinator.exclusively(key.generation) {
                if let known = await generation(of: key) { return known }
                return await beginGeneration(of: key)
            }
        }
        return ticket
    }

    /// Returns a ticket.
    func end(_ ticket: Ticket) { coordinator.end(ticket.order) }

    /// Whether the URL was not invalidated since a request was sent, as far as this process knows.
    func isCurrent(_ ticket: Ticket) -> Bool { coordinator.isCurrent(ticket.order) }

    /// Whether another process may write to the store.
    private var isShared: Bool { store.source != .memory }

    // MARK: Storing

    /// Stores a response, unless the URL was invalidated since the request was sent or the response to a later request is stored. One
    /// that does not vary replaces all variants: it serves whatever they served, and is later.
    ///
    /// - Parameter basis: the stored response that it updates; it has to be stored still.
    func keep(
        _ stored: StoredResponse,
        to request: HTTPRequest,
        at key: CacheKey,
        for ticket: Ticket,
        updating basis: StoredResponse? = nil,
        until expiresAt: Date
    ) async {
        await coordinator.exclusively(key.generation) {
            guard coordinator.isCurrent(ticket.order), await isGeneration(of: key, ticket.generation),
                let text = key.text(in: ticket.generation), await isStored(basis, for: request, at: key)
            else { return }
            let written = await put(stored, to: request, under: text, ticket, expiresAt)
            // Another process may have invalidated the URL between the look and the write. It begins a generation before it
            // removes, so one of the two removes what was written.
            if await !isGeneration(of: key, ticket.generation) {
                for key in written { await remove(key) }
            }
        }
    }

    /// Puts a response with all that leads to it, and returns the keys that lead to it.
    private func put(
        _ stored: StoredResponse,
        to request: HTTPRequest,
        under text: String,
        _ ticket: Ticket,
        _ expiresAt: Date
    ) async -> [String] {
        let names = stored.response.status.code == 206 ? [] : CachePolicy.variance(of: stored.response) ?? []
        guard !names.isEmpty else {
            let key = stored.response.status.code == 206 ? CacheKey.part(of: text) : text
            guard coordinator.advance(key, to: ticket.order) else { return [] }
            await put(stored.serialized, for: key, expiresAt)
            return [key]
        }
        let known = await found(for: text).flatMap { VariantIndex(serialized: $0.bytes) }
        var index = known ?? VariantIndex()
        index.add(names, expiresAt: expiresAt)
        let key = CacheKey.variant(names, of: request, under: text, generation: index.generation)
        guard coordinator.advance(key, to: ticket.order) else { return [] }
        // The variant first: an index that leads nowhere would cost each look-up one more.
        await put(stored.serialized, for: key, expiresAt)
        if index != known { await put(index.serialized, for: text, index.expiresAt) }
        return [text, key]
    }

    private func isStored(_ basis: StoredResponse?, for request: HTTPRequest, at key: CacheKey) async -> Bool {
        guard let basis else { return true }
        let isPart = basis.response.status.code == 206
        let current = isPart ? await part(at: key) : await place(of: request)
        return current.matches.contains { $0.stored == basis }
    }

    /// Removes what is stored for a user under a URL: all variants, or a part.
    func forget(_ key: CacheKey, isPart: Bool = false) async {
        await coordinator.exclusively(key.generation) {
            guard let text = await text(of: key) else { return }
            await remove(isPart ? CacheKey.part(of: text) : text)
        }
    }

    // MARK: Invalidating

    /// Invalidates all there is under a URL in this partition, whatever the credentials, and what requests under way will bring.
    ///
    /// - Returns: the generation that began.
    @discardableResult
    func invalidate(_ url: URL) async -> UInt64 {
        let key = CacheKey(url, rules)
        coordinator.invalidate(key.generation)
        return await coordinator.exclusively(key.generation) {
            let generation = await beginGeneration(of: key)
            if let text = key.text(in: nil) {
                await remove(text)
                await remove(CacheKey.part(of: text))
            }
            return generation
        }
    }

    /// A ticket for what the response to an unsafe request allows to store after it has invalidated its own URL; nil where another
    /// request has invalidated it as well.
    func renewed(_ ticket: Ticket, generation: UInt64) -> Ticket? {
        var ticket = ticket
        ticket.order.invalidations += 1
        ticket.generation = ticket.generation == nil && !isShared ? nil : generation
        return isCurrent(ticket) ? ticket : nil
    }

    // MARK: Generations

    /// Whether the generation of a URL is the one of a ticket, as far as the store tells.
    func isGeneration(of key: CacheKey, _ expected: UInt64?) async -> Bool {
        guard key.credentials != nil || isShared else { return true }
        return await generation(of: key) == expected
    }

    private func generation(of key: CacheKey) async -> UInt64? {
        await found(for: key.generation).flatMap { URLGeneration(serialized: $0.bytes)?.number }
    }

    private func beginGeneration(of key: CacheKey) async -> UInt64 {
        let new = URLGeneration()
        await put(new.serialized, for: key.generation, now().addingTimeInterval(URLGeneration.lifetime))
        return new.number
    }

    // MARK: The store

    private func found(for key: String) async -> (bytes: Data, source: Provenance.Source)? {
        await reporting { try await store.found(for: key) } ?? nil
    }

    private func put(_ bytes: Data, for key: String, _ expiresAt: Date) async {
        await reporting { try await store.put(bytes, for: key, expiresAt: expiresAt) }
    }

    private func remove(_ key: String) async {
        await reporting { try await store.remove(key) }
    }

    @discardableResult
    private func reporting<Value>(_ work: () async throws -> Value) async -> Value? {
        do {
            return try await work()
        } catch {
            report(error)
            return nil
        }
    }
}

/// Which invalidations precede a request. Requests of different epochs must not share a response.
struct CacheEpoch: Sendable, Hashable {
    /// How often the URL was invalidated in this process.
    var invalidations: UInt64
    /// Its generation in the store.
    var generation: UInt64?
}
