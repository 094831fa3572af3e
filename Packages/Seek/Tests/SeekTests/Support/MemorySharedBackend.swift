import Foundation
import Seek
import SeekBasics
import SeekNetworking

/// A shared backend in memory, for several clients. The age of its responses is always zero, and no fetch waits for
/// another.
final class MemorySharedBackend: SharedBackend, SharedResponseStore {
    private struct State {
        var entries: [String: SharedWrite] = [:]
        var claims: [String: String] = [:]
        var limits: [String: RateLimit] = [:]
        var fallbacks: [any QuotaStore] = []
        var handlers: [@Sendable (String?) -> Void] = []
        var credentials: Set<String> = []
    }

    private let state = Mutex(State())
    private let quota = MemoryQuotaStore()

    /// The number of stored responses and of generations, which are values that an invalidation stores.
    var count: Int { state.withLock { $0.entries.count } }
    /// The local stores for the quota, in the order of the clients.
    var fallbacks: [any QuotaStore] { state.withLock { $0.fallbacks } }
    /// The fingerprints of the credentials for which clients have requested a rate limit store.
    var credentials: Set<String> { state.withLock { $0.credentials } }

    var responseStore: any SharedResponseStore { self }

    func quotaStore(
        fallback: any LocalQuotaStore,
        report: @escaping @Sendable (any Error) -> Void
    ) -> any QuotaStore {
        state.withLock { $0.fallbacks.append(fallback) }
        return quota
    }

    func rateLimitStore(for credential: String) -> any RateLimitStore {
        state.withLock { _ = $0.credentials.insert(credential) }
        return Limits(backend: self)
    }

    func set(_ limit: RateLimit) { state.withLock { $0.limits[limit.resource] = limit } }

    func onRemoval(_ handler: @escaping @Sendable (String?) -> Void) {
        state.withLock { $0.handlers.append(handler) }
    }

    /// Simulates missed removals: informs the clients that any response may have been removed.
    func missRemovals() {
        for handler in state.withLock({ $0.handlers }) { handler(nil) }
    }

    func entry(for key: String) -> SharedEntry? {
        state.withLock { $0.entries[key].map { SharedEntry(bytes: $0.bytes, age: .zero) } }
    }

    func beginFetch(of key: String, generationKey: String, timeout: Duration) -> SharedFetch {
        state.withLock { state in
            var fetch = SharedFetch(key: key, generationKey: generationKey)
            let entry = state.entries[key]
            fetch.entry = entry.map { SharedEntry(bytes: $0.bytes, age: .zero) }
            fetch.generation = state.entries[generationKey]?.bytes
            if let entry, entry.freshFor > .zero { return fetch }
            fetch.isClaimedElsewhere = state.claims[key] != nil
            if !fetch.isClaimedElsewhere {
                fetch.claim = UUID().uuidString
                state.claims[key] = fetch.claim
            }
            return fetch
        }
    }

    func endFetch(_ fetch: SharedFetch, storing write: SharedWrite?) -> Bool {
        state.withLock { state in
            let holder = state.claims[fetch.key]
            if holder == fetch.claim { state.claims[fetch.key] = nil }
            guard let write, fetch.claim == nil || holder == fetch.claim,
                state.entries[fetch.generationKey]?.bytes == fetch.generation
            else { return false }
            state.entries[fetch.key] = write
            return true
        }
    }

    func invalidate(_ generationKey: String, generation: SharedWrite, removing keys: [String]) {
        let handlers = state.withLock { state in
            for key in keys { state.entries[key] = nil }
            state.entries[generationKey] = generation
            return state.handlers
        }
        for handler in handlers { handler(generationKey) }
    }

    private struct Limits: RateLimitStore {
        let backend: MemorySharedBackend

        func admit(_ resource: String) -> Duration? {
            backend.state.withLock { state in
                guard let limit = state.limits[resource] else { return nil }
                guard limit.remaining > 0 else { return .seconds(60) }
                state.limits[resource]?.remaining -= 1
                return nil
            }
        }

        func record(_ limit: RateLimit?, resetsIn: Duration?, blockedFor: Duration?) {
            guard let limit else { return }
            backend.state.withLock { $0.limits[limit.resource] = limit }
        }
    }
}
