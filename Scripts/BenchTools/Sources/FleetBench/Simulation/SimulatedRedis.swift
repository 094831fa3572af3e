#if os(Linux)
import Foundation
import SeekCache
import SeekHTTPCache
import SeekNetworking
import SeekSearch
import Synchronization

/// A Redis server in virtual time, with the clock of the simulation and the operations of SeekRedis. It counts commands
/// and bytes.
final class SimulatedRedis: Sendable {
    /// What the machines have sent to the server and received from it.
    struct Usage: Sendable {
        var commands = 0
        /// The number of bytes, if each response has the size ``SimulatedRedis/responseSize``.
        var bytes = 0
        /// The number of commands by key. In a cluster, each key is on one server.
        var groups: [String: Int] = [:]
        /// The number of fetches that waited for another machine.
        var waits = 0
    }

    private struct Entry {
        var data: Data
        var version: CacheVersion
        var storedAt: Double
        var expiresAt: Double
    }

    /// The right of one machine to fetch a response. The other machines wait for its result.
    private struct Claim {
        var token: String
        var expiresAt: Double
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var claims: [String: Claim] = [:]
        var waiters: [String: [SimulatedTime.Sleep]] = [:]
        var tokenCount = 0
        var usage = Usage()

        mutating func count(_ key: String, responses: Int) {
            usage.commands += 1
            usage.bytes += SimulatedRedis.commandSize + responses * SimulatedRedis.responseSize
            usage.groups[key, default: 0] += 1
        }

        func entry(_ key: String, at second: Double) -> Entry? {
            entries[key].flatMap { $0.expiresAt > second ? $0 : nil }
        }

        mutating func put(
            _ data: Data,
            for key: String,
            until expiresAt: Double,
            if condition: PutCondition,
            at second: Double
        ) -> CacheVersion? {
            if case .version(let expected) = condition, entry(key, at: second)?.version != expected { return nil }
            let version = CacheVersion()
            entries[key] = Entry(data: data, version: version, storedAt: second, expiresAt: expiresAt)
            return version
        }
    }

    /// The assumed size of a response in bytes, that of a page of 50 videos.
    static let responseSize = 35_000
    /// The assumed size in bytes of a command and its reply, without a response that one of them contains.
    static let commandSize = 300
    /// The seconds from ``beginFetch(of:at:waiting:)`` to its reply, and from the end of a fetch until the
    /// machines that waited for it continue. Other commands take no time.
    static let latency = 0.0005
    /// The lifetime of a claim in seconds.
    static let claimLifetime = 10.0

    private let time: SimulatedTime
    private let state = Mutex(State())

    init(time: SimulatedTime) { self.time = time }

    var usage: Usage { state.withLock { $0.usage } }

    /// Counts a command that concerns no response.
    fileprivate func count(_ key: String) { state.withLock { $0.count(key, responses: 0) } }
}

extension SimulatedRedis: SharedRecordStore {
    func value(for key: String) async throws -> CacheEntry? {
        state.withLock { state in
            let second = time.second
            let entry = state.entry(key, at: second)
            state.count(key, responses: entry == nil ? 0 : 1)
            let now = Date(timeIntervalSinceReferenceDate: 0)
            return entry.map { entry in
                let storedAt = now.addingTimeInterval(entry.storedAt - second)
                return CacheEntry(data: entry.data, storedAt: storedAt, version: entry.version, now: now)
            }
        }
    }

    func put(
        _ data: Data,
        for key: String,
        expiresAt: Date?,
        if condition: PutCondition
    ) async throws -> CacheVersion? {
        state.withLock { state in
            state.count(key, responses: 1)
            // Longer than the simulation.
            return state.put(data, for: key, until: .infinity, if: condition, at: time.second)
        }
    }

    func remove(_ key: String) async throws {
        state.withLock { state in
            state.count(key, responses: 0)
            state.entries[key] = nil
        }
    }

    func invalidate(
        _ key: String,
        with data: Data,
        expiresAt: Date,
        if condition: PutCondition
    ) async throws -> CacheVersion? {
        try await put(data, for: key, expiresAt: expiresAt, if: condition)
    }

    func beginFetch(of key: String, at version: CacheVersion?, waiting timeout: Duration) async throws -> FetchTurn {
        let deadline = time.second + timeout / .seconds(1)
        while true {
            await time.sleep(Self.latency)
            let (turn, sleep) = begin(key, version, canWait: time.second < deadline)
            guard let sleep else { return turn }
            await time.wait(sleep, for: deadline - time.second)
        }
    }

    /// Simulates the script of SeekRedis that claims the fetch. Returns a sleep if another machine has claimed it and
    /// the caller must wait.
    private func begin(_ key: String, _ version: CacheVersion?, canWait: Bool) -> (FetchTurn, SimulatedTime.Sleep?) {
        let sleep = time.makeSleep()
        return state.withLock { state in
            let second = time.second
            state.count(key, responses: 0)
            guard state.entry(key, at: second)?.version == version else { return (.changed, nil) }
            if let claim = state.claims[key], claim.expiresAt > second {
                guard canWait else { return (.takenElsewhere, nil) }
                state.usage.waits += 1
                state.waiters[key, default: []].append(sleep)
                return (.takenElsewhere, sleep)
            }
            state.tokenCount += 1
            let token = "\(state.tokenCount)"
            state.claims[key] = Claim(token: token, expiresAt: second + Self.claimLifetime)
            return (.granted(token: token), nil)
        }
    }

    func endFetch(of key: String, token: String) async throws {
        let waiters = state.withLock { state -> [SimulatedTime.Sleep] in
            state.count(key, responses: 0)
            guard state.claims[key]?.token == token else { return [] }
            state.claims[key] = nil
            return state.waiters.removeValue(forKey: key) ?? []
        }
        for waiter in waiters { time.end(waiter, after: Self.latency) }
    }
}

/// The shared stores of the simulation. The quota and rate limits admit every search; only their commands are counted.
struct SimulatedBackend: SharedBackend {
    let redis: SimulatedRedis

    var responseStore: any SharedRecordStore { redis }

    func quotaStore(
        fallback: any LocalQuotaStore,
        report: @escaping @Sendable (any Error) -> Void
    ) -> any QuotaStore {
        SimulatedQuota(redis: redis)
    }

    func rateLimitStore(for credential: String) -> any RateLimitStore { SimulatedRateLimits(redis: redis) }

    func onRemoval(_ handler: @escaping @Sendable (String?) -> Void) {}
}

private struct SimulatedQuota: QuotaStore {
    let redis: SimulatedRedis

    func reserve(_ cost: Int, of bucket: QuotaBucket, for key: String, at now: Date) async throws -> QuotaAdmission {
        redis.count("quota")
        return .reserved(QuotaReservation(cost, of: bucket, for: key, on: QuotaDay(at: now)))
    }

    func commit(_ reservation: QuotaReservation, clockOffset: Duration?, at now: Date) async throws {
        redis.count("quota")
    }

    func refund(_ reservation: QuotaReservation) async throws { redis.count("quota") }

    func markExhausted(_ bucket: QuotaBucket, for key: String, on day: QuotaDay?, at now: Date) async throws {
        redis.count("quota")
    }

    func reopen(_ buckets: [QuotaBucket], for key: String, at now: Date) async throws -> [QuotaStatus] { [] }

    func statuses(of buckets: [QuotaBucket], for key: String, at now: Date) async throws -> [QuotaStatus] { [] }
}

private struct SimulatedRateLimits: RateLimitStore {
    let redis: SimulatedRedis

    func admit(_ resource: String) async throws -> Duration? {
        redis.count("rate limits")
        return nil
    }

    func record(_ limit: RateLimit?, resetsIn: Duration?, blockedFor: Duration?) async throws {
        redis.count("rate limits")
    }

    func limits() async throws -> [String: RateLimit] { [:] }
}
#endif
