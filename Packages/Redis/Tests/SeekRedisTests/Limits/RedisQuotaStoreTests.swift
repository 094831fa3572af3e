#if os(Linux)
import Foundation
import SeekBasics
import SeekSearch
import SeekTestHelpers
import SeekTestingSupport
import Testing

@testable import SeekRedis

/// In an outage of the shared count, a machine may use a share of the quota: a tenth of the calls that were left. The
/// calls that it makes then are not added to the shared count later.
@Suite("The quota in Redis", .enabled(if: RedisServer.isInstalled, "run Scripts/bootstrap"))
struct RedisQuotaStoreTests {
    private let bucket = QuotaBucket(name: "b", limit: 100)

    /// A clock that runs a closure instead of sleeping.
    private struct ClosureClock: Clock {
        private let base = ContinuousClock()
        private let sleep: @Sendable () throws -> Void

        init(_ sleep: @escaping @Sendable () throws -> Void) { self.sleep = sleep }

        var now: ContinuousClock.Instant { base.now }
        var minimumResolution: Duration { base.minimumResolution }

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws { try sleep() }
    }

    /// A machine with its own connection and clock. Values with the same local store are processes of one machine.
    private struct Machine {
        let connection: RedisConnection
        let local: any LocalQuotaStore
        let store: RedisQuotaStore
        let metrics = RedisMetrics()
        let failures: StoreFailures
        /// The seconds by which the machine's clock is ahead.
        var clockError = 0.0
        var now: Date { Date().addingTimeInterval(clockError) }

        init(
            _ url: String,
            local: any LocalQuotaStore = MemoryQuotaStore(),
            timeout: Duration = .seconds(20),
            clockError: Double = 0,
            clock: any Clock<Duration> = ContinuousClock()
        ) throws {
            let configuration = RedisConnection.Configuration(address: try RedisAddress(url), timeout: timeout)
            connection = RedisConnection(configuration, metrics: metrics)
            self.local = local
            let failures = StoreFailures()
            self.failures = failures
            store = RedisQuotaStore(
                connection,
                prefix: "p",
                fallback: local,
                metrics: metrics,
                clock: clock
            ) { failures.record($0) }
            self.clockError = clockError
        }

        func reserve(_ bucket: QuotaBucket) async throws -> QuotaAdmission {
            try await store.reserve(1, of: bucket, for: "k", at: now)
        }

        /// Reserves a call, which must be allowed.
        @discardableResult
        func mustReserve(_ bucket: QuotaBucket) async throws -> QuotaReservation {
            let admission = try await reserve(bucket)
            guard case .reserved(let reservation) = admission else { throw Rejection() }
            return reservation
        }

        func status(_ bucket: QuotaBucket) async throws -> QuotaStatus {
            try #require(try await store.statuses(of: [bucket], for: "k", at: now).first)
        }

        /// Reserves calls until one is rejected, at most 1,000. Returns the number of reserved calls.
        func reserveUntilRejected(_ bucket: QuotaBucket) async throws -> Int {
            var count = 0
            while count < 1_000, case .reserved = try await reserve(bucket) { count += 1 }
            return count
        }

        /// Waits for the connection after an outage.
        func reconnect() async {
            await eventually { (try? await connection.send(["PING"])) != nil }
        }
    }

    private struct Rejection: Error {}

    /// A local store that counts its changes.
    private final class CountingStore: LocalQuotaStore {
        let changeCount = Mutex(0)
        private let store = MemoryQuotaStore()

        func update<Value: Sendable>(_ change: @Sendable (inout QuotaLedger) -> Value) async -> Value {
            changeCount.withLock { $0 += 1 }
            return await store.update(change)
        }

        func read<Value: Sendable>(_ body: @Sendable (QuotaLedger) -> Value) async throws -> Value {
            try await store.read(body)
        }
    }

    /// The reported failures that are not repeated.
    private final class StoreFailures: Sendable {
        private let values = Mutex<[RedisError]>([])
        var errors: [RedisError] { values.withLock { $0 } }

        func record(_ error: any Error) {
            guard let error = error as? RedisError, !error.isRepeated else { return }
            values.withLock { $0.append(error) }
        }
    }

    /// The key of the shared count, a hash. After a loss of data, the count is used again from the time in its member
    /// `opens`, in milliseconds since 1970.
    private func countKey(_ day: QuotaDay = QuotaDay(at: Date())) -> String { "p:{k.b}:quota:\(day)" }

    @Test("is shared by all machines: calls beyond the limit are rejected until the server's day ends")
    func limit() async throws {
        let server = try await RedisServer()
        let (first, second) = (try Machine(server.url), try Machine(server.url))
        let small = QuotaBucket(name: "b", limit: 3)
        let day = try await first.mustReserve(small).day
        try await second.mustReserve(small)
        try await first.mustReserve(small)
        for machine in [first, second] {
            #expect(try await machine.reserve(small) == .rejected(until: day.end))
            let status = try await machine.status(small)
            #expect(status == QuotaStatus(bucket: small, used: 3, resetsAt: day.end))
        }
        // A cost of 0 is possible at the limit; a negative cost never is.
        #expect(try await second.store.reserve(0, of: small, for: "k", at: second.now) != .rejected(until: day.end))
        #expect(try await second.store.reserve(-1, of: small, for: "k", at: second.now) == .rejected(until: day.end))
        // Another key and another bucket are counted separately.
        #expect(try await second.store.reserve(1, of: small, for: "l", at: second.now) != .rejected(until: day.end))
        try await second.mustReserve(QuotaBucket(name: "c", limit: 3))
        let lifetime = try #require(Int(try server.execute("PTTL", countKey(day))))
        #expect(lifetime > 0)
    }

    @Test("machines that compete for the calls of a day together get exactly the limit")
    func race() async throws {
        let server = try await RedisServer()
        let machines = try (0..<8).map { _ in try Machine(server.url) }
        let reserved = try await withThrowingTaskGroup(of: Int.self) { group in
            for machine in machines {
                for _ in 0..<4 { group.addTask { try await machine.reserveUntilRejected(bucket) } }
            }
            return try await group.reduce(0, +)
        }
        #expect(reserved == 100)
        #expect(machines.allSatisfy { $0.metrics.counters.fallbacks == 0 })
    }

    @Test("a reservation is refunded once, and not after its commit")
    func refund() async throws {
        let server = try await RedisServer()
        let (first, second) = (try Machine(server.url), try Machine(server.url))
        let committed = try await first.mustReserve(bucket)
        let refunded = try await first.mustReserve(bucket)
        for _ in 0..<2 { try await first.store.refund(refunded) }
        #expect(try await second.status(bucket).used == 1)
        try await first.store.commit(committed, clockOffset: nil, at: Date())
        try await first.store.refund(committed)
        #expect(try await second.status(bucket).used == 1)
    }

    @Test("a reservation that is neither committed nor refunded expires after 60 s, and remains counted")
    func expiry() async throws {
        let server = try await RedisServer()
        let machine = try Machine(server.url)
        let reservation = try await machine.mustReserve(bucket)
        let key = "p:{k.b}:quota:\(try #require(reservation.id))"
        let lifetime = try #require(Int(try server.execute("PTTL", key)))
        #expect((1...60_000).contains(lifetime))
        try server.execute("PEXPIRE", key, "0")
        try await machine.store.refund(reservation)
        #expect(try await machine.status(bucket).used == 1)
    }

    @Test("the server's clock decides the day, even if a machine's clock is wrong", arguments: [-400, -9, 9, 1_000])
    func clocks(hours: Double) async throws {
        let server = try await RedisServer()
        let (right, wrong) = (try Machine(server.url), try Machine(server.url, clockError: hours * 3_600))
        let reservation = try await wrong.mustReserve(bucket)
        #expect(reservation.day == QuotaDay(at: Date()))
        // The machine knows the server's clock from now on, so a call needs only one command.
        let commands = wrong.metrics.counters.commands
        try await wrong.mustReserve(bucket)
        #expect(wrong.metrics.counters.commands == commands + 1)
        #expect(try await right.mustReserve(bucket).day == reservation.day)
        #expect(try await wrong.status(bucket).resetsAt == reservation.day.end)
        #expect(try await right.status(bucket).used == 3)
    }

    @Test("a day that the API reports as exhausted is closed for all machines, until one reopens it")
    func exhausted() async throws {
        let server = try await RedisServer()
        let (first, second) = (try Machine(server.url), try Machine(server.url))
        try await first.mustReserve(bucket)
        try await first.store.markExhausted(bucket, for: "k", on: nil, at: first.now)
        #expect(try await second.status(bucket).isExhausted)
        #expect(try await second.reserveUntilRejected(bucket) == 0)
        let unusedBucket = QuotaBucket(name: "c", limit: 1)
        let reopened = try await second.store.reopen([bucket, unusedBucket], for: "k", at: second.now)
        #expect(reopened.map(\.bucket.name) == ["b"])
        #expect(reopened.first?.used == 1)
        #expect(try await first.status(bucket).isExhausted == false)
        #expect(try await first.reserveUntilRejected(bucket) == 99)
        // A count that has reached the limit restarts at zero.
        #expect(try await second.store.reopen([bucket], for: "k", at: second.now).first?.remaining == 100)
        #expect(try await first.reserveUntilRejected(bucket) == 100)
    }

    @Test("during an outage a machine uses a tenth of what was left, which is not added to the shared count later")
    func outage() async throws {
        let server = try await RedisServer(["--appendonly", "yes", "--appendfsync", "always"])
        let (first, second) = (try Machine(server.url), try Machine(server.url))
        for _ in 0..<40 { try await first.mustReserve(bucket) }
        try await second.mustReserve(bucket)
        server.kill()
        #expect(try await first.reserveUntilRejected(bucket) == 6)
        #expect(try await second.reserveUntilRejected(bucket) == 5)
        #expect(try await first.status(bucket).used == 46)
        #expect(first.metrics.counters.fallbacks == 6)
        #expect(first.failures.errors.count == 1)
        await #expect(throws: RedisError.self) { try await first.store.reopen([bucket], for: "k", at: first.now) }
        try await server.start()
        for machine in [first, second] { await machine.reconnect() }
        #expect(first.failures.errors.count == 1)
        #expect(try await first.status(bucket).used == 41)
        #expect(try await second.reserveUntilRejected(bucket) == 59)
        #expect(try server.execute("HGET", countKey(), "used") == "100")
    }

    @Test("a machine that has never seen the count uses a tenth of the limit in an outage")
    func outageFromTheStart() async throws {
        let server = try await RedisServer()
        server.kill()
        let local = MemoryQuotaStore()
        let refunded = try await Machine(server.url, local: local).mustReserve(bucket)
        try await Machine(server.url, local: local).store.refund(refunded)
        // Another process of the machine uses the whole share and ends.
        #expect(try await Machine(server.url, local: local).reserveUntilRejected(bucket) == 10)
        #expect(try await Machine(server.url, local: local).reserveUntilRejected(bucket) == 0)
        try await server.start()
        #expect(try await Machine(server.url, local: local).status(bucket).used == 0)
    }

    @Test("all processes of a machine together use its share in an outage, and the shared count after it")
    func processes() async throws {
        let server = try await RedisServer(["--appendonly", "yes", "--appendfsync", "always"])
        let local = MemoryQuotaStore()
        // Each call is made by a separate process.
        func reserveUntilRejected(atMost limit: Int = 70) async throws -> Int {
            var count = 0
            while count < limit, case .reserved = try await Machine(server.url, local: local).reserve(bucket) {
                count += 1
            }
            return count
        }
        #expect(try await reserveUntilRejected(atMost: 40) == 40)
        server.kill()
        #expect(try await reserveUntilRejected() == 6)
        try await server.start()
        #expect(try await reserveUntilRejected() == 60)
    }

    @Test("a used-up share is reported with the time until the shared count can be used, not as a used-up quota")
    func usedShare() async throws {
        let server = try await RedisServer()
        let local = MemoryQuotaStore()
        func reserve() async throws -> QuotaAdmission { try await Machine(server.url, local: local).reserve(bucket) }
        for _ in 0..<15 { _ = try await reserve() }
        server.kill()
        for _ in 0..<8 { _ = try await reserve() }
        #expect(try await reserve() == .limitedToShare(8, remaining: 77, retryAfter: nil))
        try await server.start()
        // The server has lost its data; the count opens again after a second.
        #expect(try await reserve() == .limitedToShare(8, remaining: 77, retryAfter: .seconds(1)))
        try server.execute("HSET", countKey(), "opens", "0")
        guard case .reserved = try await reserve() else {
            Issue.record("the shared count is not used")
            return
        }
        #expect(try server.execute("HGET", countKey(), "used") == "16")
    }

    @Test("a quota that is used up is reported as such, during an outage as well")
    func usedQuota() async throws {
        let server = try await RedisServer()
        let small = QuotaBucket(name: "b", limit: 3)
        let machine = try Machine(server.url)
        #expect(try await machine.reserveUntilRejected(small) == 3)
        server.kill()
        #expect(try await machine.reserve(small) == .rejected(until: QuotaDay(at: Date()).end))
    }

    @Test("during an outage, the status is an estimate, and what remains is the rest of this machine's share")
    func shareLeft() async throws {
        let server = try await RedisServer()
        let machine = try Machine(server.url)
        try await machine.mustReserve(bucket)
        #expect(try await !machine.status(bucket).isEstimate)
        server.kill()
        #expect(try await machine.status(bucket).remaining == 9)
        try await machine.mustReserve(bucket)
        let status = try await machine.status(bucket)
        #expect(status.isEstimate)
        #expect(status.used == 2)
        #expect(status.shareLeft == 8)
        #expect(status.remaining == 8)
    }

    @Test("a day that is exhausted during an outage is closed on this machine")
    func exhaustedDuringOutage() async throws {
        let server = try await RedisServer()
        let machine = try Machine(server.url)
        server.kill()
        try await machine.store.markExhausted(bucket, for: "k", on: nil, at: machine.now)
        #expect(try await machine.reserveUntilRejected(bucket) == 0)
        #expect(try await machine.status(bucket).isExhausted)
    }

    @Test("a loss of data does not renew the quota: the largest count that a machine has seen is restored")
    func dataLoss() async throws {
        let server = try await RedisServer()
        let local = MemoryQuotaStore()
        let (first, second) = (try Machine(server.url, local: local), try Machine(server.url))
        try await second.mustReserve(bucket)
        for _ in 0..<69 { try await first.mustReserve(bucket) }
        try server.execute("FLUSHALL")
        // Until the count opens, a local share is used.
        try await second.mustReserve(bucket)
        #expect(second.metrics.counters.fallbacks == 1)
        try server.execute("HSET", countKey(), "opens", "9000000000000000")
        // Another process of the first machine reads the count from the local store.
        let third = try Machine(server.url, local: local)
        #expect(try await third.reserveUntilRejected(bucket) == 3)
        #expect(third.metrics.counters.fallbacks == 3)
        try server.execute("HSET", countKey(), "opens", "0")
        #expect(try await second.status(bucket).used == 70)
        #expect(try await third.reserveUntilRejected(bucket) == 30)
        #expect(second.metrics.counters.fallbacks == 1)
        // The count was restored, so there is nothing to report.
        #expect([first, second, third].flatMap(\.failures.errors) == [])
    }

    @Test("a call during a loss of data changes the local store once")
    func changesOfDataLoss() async throws {
        let server = try await RedisServer()
        let local = CountingStore()
        let machine = try Machine(server.url, local: local)
        try await machine.mustReserve(bucket)
        try server.execute("FLUSHALL")
        local.changeCount.withLock { $0 = 0 }
        try await machine.mustReserve(bucket)
        #expect(local.changeCount.withLock { $0 } == 1)
    }

    @Test("reading and reopening a count that the server has lost waits until the count opens again")
    func openingCount() async throws {
        let server = try await RedisServer()
        let local = MemoryQuotaStore()
        let first = try Machine(server.url, local: local)
        for _ in 0..<3 { try await first.mustReserve(bucket) }
        try server.execute("FLUSHALL")
        let key = countKey()
        let second = try Machine(
            server.url,
            local: local,
            clock: ClosureClock { try server.execute("HSET", key, "opens", "0") }
        )
        let status = try await second.status(bucket)
        #expect(!status.isEstimate)
        #expect(status.used == 3)
        try server.execute("FLUSHALL")
        #expect(try await second.store.reopen([bucket], for: "k", at: second.now).isEmpty)
        #expect(second.failures.errors.isEmpty)
    }

    @Test("a quota that cannot be reopened because the server has lost the count can be reopened later")
    func reopeningLostCount() async throws {
        let server = try await RedisServer()
        let machine = try Machine(server.url, clock: ClosureClock {})
        try server.execute("HSET", countKey(), "opens", "9000000000000000")
        let error = await #expect(throws: RedisError.self) {
            try await machine.store.reopen([bucket], for: "k", at: machine.now)
        }
        // The server runs, so the message does not suggest to start it or to change its address.
        #expect(error?.description == "Redis has lost the count of today's quota; try again in a few seconds")
    }

    @Test("a refund is not mistaken for a loss of data")
    func refundElsewhere() async throws {
        let server = try await RedisServer()
        let (first, second) = (try Machine(server.url), try Machine(server.url))
        let reservation = try await first.mustReserve(bucket)
        try await second.mustReserve(bucket)
        try await first.store.refund(reservation)
        try await second.mustReserve(bucket)
        #expect(second.metrics.counters.fallbacks == 0)
        #expect(try await first.status(bucket).used == 2)
    }

    @Test("a value of another type under the key of the count does not make a call fail")
    func wrongType() async throws {
        let server = try await RedisServer()
        let machine = try Machine(server.url)
        try server.execute("SET", countKey(), "x")
        #expect(try await machine.reserveUntilRejected(bucket) == 10)
        #expect(try await machine.status(bucket).used == 10)
        try server.execute("DEL", countKey())
        #expect(try await machine.status(bucket).used == 0)
        // After the outage, the whole share of what is left is available in the next one.
        try server.execute("SET", countKey(), "x")
        #expect(try await machine.reserveUntilRejected(bucket) == 10)
    }

    @Test(
        "a server that rejects writes does not make a call fail",
        arguments: [["--maxmemory", "1"], ["--replicaof", "127.0.0.1 1"]]
    )
    func readOnly(options: [String]) async throws {
        let server = try await RedisServer(options)
        let machine = try Machine(server.url)
        #expect(try await machine.reserveUntilRejected(bucket) == 10)
        #expect(machine.failures.errors.count == 1)
    }

    @Test("a call that the server counted after the timeout is counted once")
    func timeout() async throws {
        let server = try await RedisServer()
        let machine = try Machine(server.url, timeout: .milliseconds(500))
        await machine.reconnect()
        try await machine.mustReserve(bucket)
        server.suspend()
        let reservation = try await machine.mustReserve(bucket)
        #expect(reservation.id == nil)
        server.resume()
        await machine.reconnect()
        #expect(try await machine.status(bucket).used == 2)
    }

    @Test("of the calls of an outage, the shared count contains only the one that was sent to the server")
    func unsentCalls() async throws {
        let server = try await RedisServer()
        let machine = try Machine(server.url, timeout: .milliseconds(500))
        await machine.reconnect()
        // The server has the scripts from now on.
        try await machine.store.refund(machine.mustReserve(bucket))
        #expect(try await machine.status(bucket).used == 0)
        server.suspend()
        for _ in 0..<5 { try await machine.mustReserve(bucket) }
        server.resume()
        await machine.reconnect()
        let commands = machine.metrics.counters.commands
        #expect(try await machine.status(bucket).used == 1)
        #expect(machine.metrics.counters.commands == commands + 1)
    }

    @Test("a cancelled caller stops waiting, and its call is refunded")
    func cancellation() async throws {
        let server = try await RedisServer()
        let machine = try Machine(server.url, timeout: .seconds(3_600))
        try await machine.mustReserve(bucket)
        let commands = machine.metrics.counters.commands
        server.suspend()
        let task = Task { try await machine.reserve(bucket) }
        await eventually("the command is submitted") { machine.metrics.counters.commands == commands + 1 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        server.resume()
        // The server has counted the call by then, because it replies in the order of the commands.
        _ = try await machine.connection.send(["PING"])
        try await eventually("the call is refunded") { try server.execute("HGET", countKey(), "used") == "1" }
        #expect(machine.failures.errors == [])
    }
}
#endif
