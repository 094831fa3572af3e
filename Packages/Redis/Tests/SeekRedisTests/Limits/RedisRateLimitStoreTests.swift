#if os(Linux)
import Foundation
import SeekBasics
import SeekNetworking
import SeekRedis
import SeekTestHelpers
import Testing

@Suite("Rate limits in Redis", .enabled(if: RedisServer.isInstalled, "run Scripts/bootstrap"))
struct RedisRateLimitStoreTests {
    /// Whole seconds since 1970, as servers report them. The API's clock is an hour behind that of Redis.
    private let now = Date().timeIntervalSince1970.rounded() - 3_600

    private func store(_ server: RedisServer, _ credential: String = "c") throws -> any RateLimitStore {
        try server.client { $0.prefix = "p" }.rateLimitStore(for: credential)
    }

    private func record(
        _ remaining: Int64,
        of resource: String = "search",
        resetsIn seconds: Double = 1_000,
        blockedFor: Duration? = nil,
        in store: any RateLimitStore
    ) async throws {
        let limit = RateLimit(
            resource: resource,
            limit: 30,
            remaining: remaining,
            resetAt: Date(timeIntervalSince1970: now + seconds)
        )
        try await store.record(limit, resetsIn: .seconds(seconds), blockedFor: blockedFor)
    }

    /// Returns how many searches remain according to the stored limits.
    private func remaining(in server: RedisServer) throws -> Int64? {
        let numbers = try server.execute("HGET", "p:{c}:limits", "limit:search").split(separator: " ")
        return numbers.count == 4 ? Int64(numbers[1]) : nil
    }

    @Test("machines together send as many requests as the last response reports as remaining")
    func shared() async throws {
        let server = try await RedisServer()
        let (first, second) = (try store(server), try store(server))
        #expect(try await first.admit("search") == nil)
        try await record(3, in: first)
        var delays: [Duration?] = []
        for store in [second, first, second, first] { delays.append(try await store.admit("search")) }
        #expect(delays.prefix(3) == [nil, nil, nil])
        let delay = try #require(delays[3])
        #expect(delay > .zero)
        #expect(delay <= .seconds(1_001))
        // Other resources and credentials have their own limits.
        #expect(try await second.admit("core") == nil)
        #expect(try await store(server, "d").admit("search") == nil)
        #expect(try remaining(in: server) == 0)
    }

    @Test("concurrent machines never exceed the limit, and can use all of it")
    func race() async throws {
        let server = try await RedisServer()
        try await record(30, in: try store(server))
        let admitted = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                let store = try store(server)
                group.addTask {
                    var admitted = 0
                    for _ in 0..<10 where try await store.admit("search") == nil { admitted += 1 }
                    return admitted
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(admitted == 30)
    }

    static let reports: [(reports: [(remaining: Int64, resetsIn: Double)], remaining: Int64)] = [
        // Responses may arrive out of order: the lowest count of a window is the latest.
        ([(9, 1_000), (7, 1_000), (8, 1_000)], 7),
        // The next window replaces a limit, an earlier one does not.
        ([(0, 1_000), (30, 1_060)], 30), ([(30, 1_060), (0, 1_000)], 30),
        // A count is limited to the range from 0 to the largest integer that Lua represents exactly.
        ([(.max, 1_000)], 1 << 53), ([(-1, 1_000)], 0),
    ]

    @Test("the lowest count of the latest window is stored, whatever the order of the reports", arguments: reports)
    func merging(row: (reports: [(remaining: Int64, resetsIn: Double)], remaining: Int64)) async throws {
        let server = try await RedisServer()
        let store = try store(server)
        for report in row.reports {
            try await record(report.remaining, resetsIn: report.resetsIn, in: store)
        }
        #expect(try remaining(in: server) == row.remaining)
    }

    @Test("a limit whose window has ended is ignored")
    func endedWindow() async throws {
        let server = try await RedisServer()
        let store = try store(server)
        try await record(0, resetsIn: -5, in: store)
        #expect(try await store.admit("search") == nil)
    }

    @Test("a secondary limit applies to all resources until its end, and the longest one counts")
    func secondaryLimit() async throws {
        let server = try await RedisServer()
        let store = try store(server)
        try await store.record(nil, resetsIn: nil, blockedFor: .seconds(60))
        try await record(30, blockedFor: .seconds(1), in: store)
        for resource in ["search", "core"] {
            let delay = try #require(try await store.admit(resource))
            #expect(delay > .seconds(1))
            #expect(delay <= .seconds(60))
        }
        #expect(try remaining(in: server) == 30)
        try server.execute("HSET", "p:{c}:limits", "blocked", "1")
        #expect(try await store.admit("search") == nil)
    }

    @Test("the limits expire after the last window")
    func expiry() async throws {
        let server = try await RedisServer()
        let store = try store(server)
        try await record(1, resetsIn: 3_600, in: store)
        try await record(1, of: "core", resetsIn: 60, blockedFor: .seconds(5), in: store)
        let lifetime = try #require(Int(try server.execute("PTTL", "p:{c}:limits")))
        #expect((3_500_000...3_700_000).contains(lifetime))
    }

    @Test(
        "a foreign value in the hash is ignored, and a key of another type is an error",
        arguments: ["x", "1 2", "a b c"]
    )
    func foreign(value: String) async throws {
        let server = try await RedisServer()
        let store = try store(server)
        try server.execute("HSET", "p:{c}:limits", "limit:search", value)
        #expect(try await store.admit("search") == nil)
        try server.execute("SET", "p:{c}:limits", value)
        let errors = [
            await #expect(throws: RedisError.self) { try await store.admit("search") },
            await #expect(throws: RedisError.self) { try await record(1, in: store) },
        ]
        // The second failure is of the same kind, so it is not reported again.
        #expect(errors.map { $0?.isRepeated } == [false, true])
    }
}
#endif
