#if os(Linux)
import Foundation
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
        /// The number of commands by group of keys. In a cluster, the keys of a group are on one server.
        var groups: [String: Int] = [:]
        /// The number of fetches that waited for another machine.
        var waits = 0
    }

    private struct Entry {
        var bytes: Data
        var storedAt: Double
        var freshUntil: Double
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
            usage.groups[ResponseKey.group(of: key), default: 0] += 1
        }

        func entry(_ key: String, at second: Double) -> Entry? {
            entries[key].flatMap { $0.expiresAt > second ? $0 : nil }
        }

        mutating func put(_ write: SharedWrite, for key: String, at second: Double) {
            entries[key] = Entry(
                bytes: write.bytes,
                storedAt: second,
                freshUntil: second + write.freshFor / .seconds(1),
                expiresAt: second + write.expiresIn / .seconds(1)
            )
        }
    }

    /// The assumed size of a response in bytes, that of a page of 50 videos.
    static let responseSize = 35_000
    /// The assumed size in bytes of a command and its reply, without a response that one of them contains.
    static let commandSize = 300
    /// The seconds from ``beginFetch(of:generationKey:timeout:)`` to its reply, and from the end of a fetch until the
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

extension SimulatedRedis: SharedResponseStore {
    func entry(for key: String) async throws -> SharedEntry? {
        state.withLock { state in
            let second = time.second
            let entry = state.entry(key, at: second)
            state.count(key, responses: entry == nil ? 0 : 1)
            return entry.map { SharedEntry(bytes: $0.bytes, age: .seconds(second - $0.storedAt)) }
        }
    }

    func beginFetch(of key: String, generationKey: String, timeout: Duration) async throws -> SharedFetch {
        let deadline = time.second + timeout / .seconds(1)
        while true {
            await time.sleep(Self.latency)
            let (fetch, sleep) = begin(key, generationKey, canWait: time.second < deadline)
            guard let sleep else { return fetch }
            await time.wait(sleep, for: deadline - time.second)
        }
    }

    /// Simulates the script of SeekRedis that reads the response, and claims the fetch if the response is missing or
    /// not fresh. Returns a sleep if another machine has claimed the fetch and the caller must wait.
    private func begin(_ key: String, _ generationKey: String, canWait: Bool) -> (SharedFetch, SimulatedTime.Sleep?) {
        let sleep = time.makeSleep()
        return state.withLock { state in
            let second = time.second
            let entry = state.entry(key, at: second)
            state.count(key, responses: entry == nil ? 0 : 1)
            var fetch = SharedFetch(key: key, generationKey: generationKey)
            fetch.entry = entry.map { SharedEntry(bytes: $0.bytes, age: .seconds(second - $0.storedAt)) }
            fetch.generation = state.entry(generationKey, at: second)?.bytes
            if let entry, entry.freshUntil > second { return (fetch, nil) }
            if let claim = state.claims[key], claim.expiresAt > second {
                fetch.isClaimedElsewhere = true
                guard canWait else { return (fetch, nil) }
                state.usage.waits += 1
                state.waiters[key, default: []].append(sleep)
                return (fetch, sleep)
            }
            state.tokenCount += 1
            let token = "\(state.tokenCount)"
            state.claims[key] = Claim(token: token, expiresAt: second + Self.claimLifetime)
            fetch.claim = token
            return (fetch, nil)
        }
    }

    func endFetch(_ fetch: SharedFetch, storing write: SharedWrite?) async throws -> Bool {
        let (isStored, waiters) = state.withLock { state -> (Bool, [SimulatedTime.Sleep]) in
            let second = time.second
            state.count(fetch.key, responses: write == nil ? 0 : 1)
            let isCurrent = state.entry(fetch.generationKey, at: second)?.bytes == fetch.generation
            let isOwner = fetch.claim == nil || state.claims[fetch.key].map { $0.token == fetch.claim } ?? true
            if isOwner, fetch.claim != nil { state.claims[fetch.key] = nil }
            guard let write, isCurrent, isOwner else {
                return (false, state.waiters.removeValue(forKey: fetch.key) ?? [])
            }
            state.put(write, for: fetch.key, at: second)
            return (true, state.waiters.removeValue(forKey: fetch.key) ?? [])
        }
        for waiter in waiters { time.end(waiter, after: Self.latency) }
        return isStored
    }

    func invalidate(_ generationKey: String, generation: SharedWrite, removing keys: [String]) async throws {
        state.withLock { state in
            state.count(generationKey, responses: 0)
            state.put(generation, for: generationKey, at: time.second)
            for key in keys { state.entries[key] = nil }
        }
    }
}

/// The shared stores of the simulation. The quota and rate limits admit every search; only their commands are counted.
struct SimulatedBackend: SharedBackend {
    let redis: SimulatedRedis

    var responseStore: any SharedResponseStore { redis }

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
