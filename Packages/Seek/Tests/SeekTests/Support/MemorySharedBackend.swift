import Foundation
import Seek
import SeekBasics
import SeekCache
import SeekHTTPCache
import SeekNetworking

/// A shared backend in memory, for several clients. The age of its responses is always zero, and no fetch waits for
/// another.
final class MemorySharedBackend: SharedBackend, SharedRecordStore {
    typealias Failure = any Error

    private struct State {
        var turns: [String: String] = [:]
        var limits: [String: RateLimit] = [:]
        var fallbacks: [any QuotaStore] = []
        var handlers: [@Sendable (String?) -> Void] = []
        var credentials: Set<String> = []
    }

    private let state = Mutex(State())
    private let records = MemoryStore(costLimit: 1 << 24)
    private let quota = MemoryQuotaStore()

    /// The number of stored records.
    var count: Int { records.items().count }
    /// The keys and contents of the stored records.
    var texts: [String] {
        records.items().map {
            "\($0.key) \(String(decoding: records.value(for: $0.key)?.data ?? Data(), as: UTF8.self))"
        }
    }
    /// The local stores for the quota, in the order of the clients.
    var fallbacks: [any QuotaStore] { state.withLock { $0.fallbacks } }
    /// The fingerprints of the credentials for which clients have requested a rate limit store.
    var credentials: Set<String> { state.withLock { $0.credentials } }

    var responseStore: any SharedRecordStore { self }

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

    func value(for key: String) -> CacheEntry? { records.value(for: key) }

    func put(_ data: Data, for key: String, expiresAt: Date?, if condition: PutCondition) throws -> CacheVersion? {
        try records.put(data, for: key, expiresAt: expiresAt, if: condition)
    }

    func remove(_ key: String) { records.remove(key) }

    func invalidate(
        _ key: String,
        with data: Data,
        expiresAt: Date,
        if condition: PutCondition
    ) throws -> CacheVersion? {
        let version = try put(data, for: key, expiresAt: expiresAt, if: condition)
        for handler in state.withLock({ $0.handlers }) { handler(key) }
        return version
    }

    func beginFetch(of key: String, at version: CacheVersion?, waiting timeout: Duration) -> FetchTurn {
        state.withLock { state in
            guard records.version(of: key) == version else { return .changed }
            guard state.turns[key] == nil else { return .takenElsewhere }
            let token = UUID().uuidString
            state.turns[key] = token
            return .granted(token: token)
        }
    }

    func endFetch(of key: String, token: String) {
        state.withLock { if $0.turns[key] == token { $0.turns[key] = nil } }
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
