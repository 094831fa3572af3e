#if os(Linux)
import Foundation
import SeekBasics
import SeekCache
import SeekHTTPCache
import SeekNetworking
import SeekRedis
import SeekSearch
import SeekTestHelpers
import SeekTestingSupport
import Testing

/// Redis is not trusted: whatever a server replies and whatever its keys contain, a client continues with its local
/// stores or with values in their ranges.
@Suite("A hostile server", .timeLimit(.minutes(1)))
struct HostileRedisTests {
    private static let time = "*2\r\n$10\r\n1790000000\r\n$1\r\n0\r\n"

    /// Sends `DBSIZE` and `INFO`, and returns the error without the address.
    private func error(of server: FakeRedis, timeout: Duration = .seconds(20)) async throws -> RedisError? {
        do throws(RedisError) {
            _ = try await Redis(url: server.url) { $0.timeout = timeout }.statistics()
            return nil
        } catch {
            guard case .server(_, let reason) = error else { return error }
            return reason
        }
    }

    @Test(
        "that replies to the handshake with other values cannot be used",
        arguments: [
            "*2\r\n$19\r\n9223372036854775807\r\n$1\r\n0\r\n", "*2\r\n:-1\r\n:0\r\n", "*0\r\n", ":1\r\n", "$-1\r\n",
            "HTTP/1.1 400 Bad Request\r\n\r\n", "*2147483647\r\n", "$-7\r\n",
            "*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n",
        ]
    )
    func handshake(reply: String) async throws {
        let server = try FakeRedis { _ in .text(reply) }
        let error = try #require(await error(of: server, timeout: .seconds(5)))
        #expect([.unexpectedReply, .notRedis].contains(error), "\(error)")
    }

    @Test(
        "whose reply does not end is disconnected after the maximum size",
        arguments: ["TIME", "DBSIZE"],
        [("$100000000000\r\n", "A"), ("", "A"), ("*65536\r\n", "*65536\r\n")]
    )
    func endlessReply(command: String, reply: (start: String, part: String)) async throws {
        let server = try FakeRedis { name in
            name == command ? .endless(reply.start, then: reply.part) : .text(Self.time)
        }
        let error = try #require(await error(of: server))
        #expect([.unexpectedReply, .notRedis].contains(error), "\(error)")
        // 16 MiB, and what the sockets buffer.
        #expect(server.endlessByteCount < 32 << 20)
    }

    @Test("whose replies are larger than the socket's buffer cannot stretch the timeout")
    func timeout() async throws {
        let server = try FakeRedis { _ in .endless("*65536\r\n", then: "$-1\r\n") }
        let start = ContinuousClock.now
        #expect(try await error(of: server, timeout: .milliseconds(500)) != nil)
        #expect(ContinuousClock.now - start < .seconds(15))
    }

    @Test("an announcement of an array that is larger than any reply allocates nothing", arguments: [65_537, 1 << 30])
    func hugeArray(count: Int) async throws {
        let server = try FakeRedis { $0 == "TIME" ? .text(Self.time) : .text("*\(count)\r\n") }
        #expect(try await error(of: server) == .unexpectedReply)
    }

    @Test("whose scan does not end cannot stop the removal of all responses from ending")
    func endlessScan() async throws {
        let server = try FakeRedis { $0 == "TIME" ? .text(Self.time) : .text("*2\r\n$1\r\n7\r\n*0\r\n") }
        let redis = try Redis(url: server.url) { $0.timeout = .seconds(20) }
        await #expect(throws: RedisError.self) { try await redis.removeAllResponses() }
    }

    @Test("cannot show an unlimited error message")
    func errorMessage() async throws {
        let text = String(repeating: "x", count: 100_000)
        let server = try FakeRedis { $0 == "TIME" ? .text(Self.time) : .text("-ERR \(text)\r\n") }
        let error = try #require(await error(of: server))
        #expect(error.description.count < 1_000)
    }
}

@Suite(
    "Hostile values in Redis",
    .enabled(if: RedisServer.isInstalled, "run Scripts/bootstrap"),
    .timeLimit(.minutes(1))
)
struct HostileValuesTests {
    private static let values = [
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e308", "-1e308", "inf", "-inf", "nan",
        "0x7fffffffffffffff", "", "x", "1.5", String(repeating: "9", count: 400),
    ]

    @Test("a count of the quota is clamped, and calls are still counted or rejected", arguments: values)
    func quota(value: String) async throws {
        let server = try await RedisServer()
        let redis = try server.client()
        let failures = Mutex<[String]>([])
        let store = redis.quotaStore(fallback: MemoryQuotaStore()) { error in
            failures.withLock { $0.append("\(error)") }
        }
        let bucket = QuotaBucket(name: "b", limit: 10)
        func reserve() async throws -> QuotaAdmission { try await store.reserve(1, of: bucket, for: "k", at: Date()) }
        guard case .reserved(let reservation) = try await reserve() else { throw Failure() }
        let key = "seek:{k.b}:quota:\(QuotaDay(at: Date()))"
        let reservationKey = try server.execute("KEYS", "seek:{k.b}:quota:*-*-*-*-*")
        for field in ["used", "granted", "closed"] {
            for other in ["used", "granted", "closed"] { try server.execute("HSET", key, other, "1") }
            try server.execute("HSET", key, "closed", "0", field, value)
            _ = try await reserve()
            let status = try #require(try await store.statuses(of: [bucket], for: "k", at: Date()).first)
            #expect((0...1 << 53).contains(status.used))
            #expect((0...10).contains(status.remaining))
        }
        try server.execute("SET", reservationKey, value)
        try await store.refund(reservation)
        let used = try server.execute("HGET", key, "used")
        #expect(Double(used).map { $0 >= 0 && $0 <= 9_007_199_254_740_992 } == true)
        #expect(failures.withLock { $0 } == [])
    }

    @Test("a rate limit delays requests by a limited time", arguments: values)
    func rateLimit(value: String) async throws {
        let server = try await RedisServer()
        let store = try server.client().rateLimitStore(for: "c")
        for (field, text) in [
            ("blocked", value), ("limit:search", "30 0 9 \(value)"),
            ("limit:search", "\(value) \(value) \(value) 9999999999999"),
        ] {
            try server.execute("DEL", "seek:{c}:limits")
            try server.execute("HSET", "seek:{c}:limits", field, text)
            let delay = try await store.admit("search") ?? .zero
            #expect(delay >= .zero)
            #expect(delay <= .seconds(86_400))
            let limit = RateLimit(resource: "search", limit: 30, remaining: 5, resetAt: Date() + 60)
            try await store.record(limit, resetsIn: .seconds(60), blockedFor: .seconds(1))
            #expect(try #require(await store.admit("search")) <= .seconds(1), "the value is replaced")
        }
    }

    @Test("messages that are not announcements are ignored, and forged ones do not drop other copies")
    func forgedAnnouncements() async throws {
        let server = try await RedisServer()
        let (first, second) = (try server.client(), try server.client())
        let removals = Removals(of: second)
        try await eventually("the machine is subscribed") { try server.execute("PUBSUB", "CHANNELS").contains("seek:") }
        try await first.responseStore.invalidate("a")
        for message in ["", "junk", " forged", "x forged", "y " + String(repeating: "z", count: 70_000)] {
            try server.execute("PUBLISH", "seek:invalidations", message)
        }
        try await first.responseStore.invalidate("b")
        await eventually("the invalidation is received") { removals.received.contains("b") }
        #expect(removals.received == ["a", "forged", "b"])
    }

    @Test("entries that are too large or have impossible times are missing, and are replaced")
    func entries() async throws {
        let server = try await RedisServer()
        let redis = try server.client { $0.maximumEntrySize = 100 }
        try await redis.responseStore.put("old", for: "key")
        let name = try server.execute("KEYS", "seek:*:response:key")
        let version = String(repeating: "a", count: 16)
        let end = "SEEK2" + version + String(repeating: "9", count: 14)
        for value in [
            String(repeating: "a", count: 500) + end, "SEEK2" + version + "-0000000000001", end,
            "SEEK2" + end.dropFirst(6),
            "SEEK2" + version.uppercased() + String(repeating: "9", count: 14), "",
        ] {
            try server.execute("SET", name, value)
            #expect(try await redis.responseStore.value(for: "key") == nil)
            let turn = try await redis.responseStore.beginFetch(of: "key")
            #expect(turn.token != nil, "\(value)")
            #expect(try await redis.responseStore.put("new", for: "key", if: .version(nil)) != nil, "\(value)")
            #expect(try await redis.responseStore.text(of: "key") == "new")
            try await redis.responseStore.endFetch(of: "key", turn)
        }
    }

    private struct Failure: Error {}
}
#endif
