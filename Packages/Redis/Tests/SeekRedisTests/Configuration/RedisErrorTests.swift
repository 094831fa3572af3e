#if os(Linux)
import Foundation
import SeekCache
import SeekHTTPCache
import SeekNetworking
import SeekRedis
import SeekSearch
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("An error of a Redis server", .enabled(if: RedisServer.isInstalled, "run Scripts/bootstrap"))
struct RedisErrorTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The options of the server.
        var options: [String] = []
        /// The credentials in the URL, with `@`.
        var credentials = ""
        /// The part of the URL after the path of the socket.
        var suffix = ""
        /// The description after `Redis at PATH `.
        var expected: String
    }

    private static let rows: [Row] = [
        Row(
            testDescription: "no password",
            options: ["--requirepass", "S3CRET"],
            expected: "requires a password; add it to its URL, as :PASSWORD@ before the host or path"
        ),
        Row(
            testDescription: "a wrong password",
            options: ["--requirepass", "S3CRET"],
            credentials: ":S3CR3T@",
            expected: "rejected the user name or the password; correct them in its URL"
        ),
        Row(
            testDescription: "a superfluous password",
            credentials: ":S3CRET@",
            expected: "has no password for this user; remove the password from its URL"
        ),
        Row(
            testDescription: "a database that does not exist",
            suffix: "?db=99",
            expected: "has no database with this number; use a smaller one in its URL, such as 0"
        ),
        Row(
            testDescription: "a command that the user may not run",
            credentials: "limited:S3CRET@",
            expected: "denies a permission: this user has no permissions to run the 'info' command; "
                + "extend the rules (ACL) of the user"
        ),
    ]

    @Test("is described with the address, the problem and the remedy, but not the password", arguments: rows)
    func description(_ row: Row) async throws {
        let server = try await RedisServer(row.options)
        try server.execute("ACL", "SETUSER", "limited", "on", ">S3CRET", "~*", "&*", "+@all", "-info")
        let redis = try Redis(url: "unix://\(row.credentials)\(server.path)\(row.suffix)") { $0.timeout = .seconds(20) }
        let error = try await #require(throws: RedisError.self) { _ = try await redis.statistics() }
        let address = server.path + row.suffix
        #expect(error.description == "Redis at \(address) \(row.expected)")
        #expect(error.errorDescription == error.description)
    }

    @Test("names the key that has a value of another type")
    func wrongType() async throws {
        let server = try await RedisServer()
        try server.execute("SET", "seek:{k}:limits", "x")
        let store = try server.client().rateLimitStore(for: "k")
        let error = await #expect(throws: RedisError.self) { try await store.admit("search") }
        #expect(
            error?.description == "Redis at \(server.path) has a value of another type at the key seek:{k}:limits; "
                + "delete the key, or choose another prefix"
        )
    }

    @Test("does not occur with the permissions of the README")
    func permissions() async throws {
        let package = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let readme = try String(contentsOf: package.appending(path: "README.md"), encoding: .utf8)
        #expect(readme.contains("ACL SETUSER seek on >PASSWORD ~seek:* &seek:* +@all -@dangerous +info\n"))
        let server = try await RedisServer()
        let (keys, channels) = ("~seek:*", "&seek:*")
        try server.execute("ACL", "SETUSER", "seek", "on", ">S3CRET", keys, channels, "+@all", "-@dangerous", "+info")
        func machine() throws -> Redis {
            try Redis(url: "unix://seek:S3CRET@\(server.path)") { $0.timeout = .seconds(20) }
        }
        let (first, second) = (try machine(), try machine())
        let removals = Removals(of: second)
        try await eventually("the second is subscribed") { try server.execute("PUBSUB", "CHANNELS").contains("seek:") }
        let turn = try await first.responseStore.beginFetch(of: "key")
        async let waiter = second.responseStore.beginFetch(of: "key", waiting: .seconds(60))
        await eventually("the second machine waits") { second.counters.waits == 1 }
        try await first.responseStore.put("content", for: "key")
        try await first.responseStore.endFetch(of: "key", turn)
        #expect(try await waiter == .changed)
        #expect(try await second.responseStore.text(of: "key") == "content")
        try await first.responseStore.invalidate("key")
        await eventually("the invalidation is received") { !removals.received.isEmpty }
        let quota = first.quotaStore(fallback: MemoryQuotaStore()) { error in Issue.record(error) }
        let bucket = QuotaBucket(name: "b", limit: 9)
        guard case .reserved(let reservation) = try await quota.reserve(1, of: bucket, for: "k", at: Date()) else {
            Issue.record("not reserved")
            return
        }
        try await quota.commit(reservation, clockOffset: nil, at: Date())
        #expect(try await quota.statuses(of: [bucket], for: "k", at: Date()).first?.used == 1)
        let limits = first.rateLimitStore(for: "k")
        #expect(try await limits.admit("search") == nil)
        try await limits.record(nil, resetsIn: nil, blockedFor: .seconds(60))
        _ = try await first.statistics()
        try await first.removeAllResponses()
        #expect(first.counters.fallbacks == 0)
    }

    @Test("names the permission that a script lacks, but not the digest of the script")
    func scriptPermission() async throws {
        let server = try await RedisServer()
        try server.execute("ACL", "SETUSER", "limited", "on", ">S3CRET", "~*", "&*", "+@all", "-hget")
        let redis = try Redis(url: "unix://limited:S3CRET@\(server.path)") { $0.timeout = .seconds(20) }
        let error = await #expect(throws: RedisError.self) { try await redis.rateLimitStore(for: "k").admit("search") }
        #expect(
            error?.description
                == "Redis at \(server.path) denies a permission: The user executing the script can't run "
                + "this command or subcommand; extend the rules (ACL) of the user"
        )
    }

    @Test("describes a server that is not Redis")
    func otherServer() async throws {
        let server = try LoopbackServer { _ in .response(HTTPResponse(status: 400)) }
        defer { server.stop() }
        let address = "127.0.0.1:\(try #require(server.baseURL.port))"
        let redis = try Redis(url: "redis://\(address)") { $0.timeout = .seconds(20) }
        let error = await #expect(throws: RedisError.self) { try await redis.statistics() }
        #expect(
            error?.description
                == "Redis at \(address) does not use the Redis protocol; correct the address in its URL"
        )
    }

    @Test("names the settings and the consequence that the caller passes")
    func settings() {
        let down = RedisError.server("cache.example:6379", .repeated(.unavailable("Connection refused")))
        #expect(
            down.description(url: "SEEK_REDIS_URL", consequence: "searches continue")
                == "Redis at cache.example:6379 is unavailable: Connection refused; searches continue; "
                + "check that it runs and can be reached, or correct SEEK_REDIS_URL"
        )
        #expect(down.isRepeated)
        let key = RedisError.wrongType(key: "k").description(prefix: "SEEK_REDIS_PREFIX")
        #expect(
            key == "Redis has a value of another type at the key k; delete the key, or choose another SEEK_REDIS_PREFIX"
        )
    }

    @Test("contains no advice for the server if this machine is the problem, or the server has only lost its data")
    func causesOtherThanTheServer() {
        #expect(
            RedisError.outOfResources("no thread could be created").description
                == "Redis cannot be used: no thread could be created; close other programs on this machine"
        )
        #expect(
            RedisError.countLost.description
                == "Redis has lost the count of today's quota; try again in a few seconds"
        )
    }

    @Test(
        "is described according to the code and the message of the rejection",
        arguments: [
            ("OOM", "command not allowed", "is full; raise its maxmemory"), ("READONLY", "", "read-only replica"),
            ("MASTERDOWN", "Link with MASTER is down", "is a replica that has lost its primary; set its URL"),
            ("LOADING", "", "wait until it has started"), ("MISCONF", "", "check its disk"),
            ("ERR", "max number of clients reached", "raise its maxclients"),
            ("ERR", "odd script: 1f, on @user_script:6.", "rejected a command: ERR odd; check"),
        ]
    )
    func codes(code: String, message: String, expected: String) {
        let error = RedisError.rejected(code: code, message: message)
        #expect(error.description.hasPrefix("Redis "))
        #expect(error.description.contains(expected), "\(error)")
    }
}
#endif
