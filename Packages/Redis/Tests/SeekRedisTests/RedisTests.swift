#if os(Linux)
import SeekCache
import SeekHTTPCache
import SeekNetworking
import SeekRedis
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("A Redis client")
struct RedisTests {
    /// Returns the options of a client with a URL and other variables.
    private func options(_ variables: [String: String]) throws -> Redis.Options {
        var options: Redis.Options?
        _ = try Redis(environment: ["SEEK_REDIS_URL": "redis://host"].merging(variables) { $1 }) { options = $0 }
        return try #require(options)
    }

    @Test("is configured by the environment, and is nil without a URL")
    func environment() throws {
        #expect(try Redis(environment: [:]) == nil)
        #expect(try Redis(environment: ["SEEK_REDIS_URL": ""]) == nil)
        #expect(try options(["SEEK_REDIS_PREFIX": "team"]).prefix == "team")
        #expect(try options([:]).prefix == "seek")
        #expect(try options([:]).timeout == .milliseconds(50))
    }

    @Test("accepts a timeout in milliseconds, and rejects an invalid one", arguments: ["0", "60001", "1s", "-1"])
    func timeout(invalid: String) throws {
        #expect(try options(["SEEK_REDIS_TIMEOUT": " 200 "]).timeout == .milliseconds(200))
        #expect(throws: RedisError.invalidTimeout(invalid)) { try options(["SEEK_REDIS_TIMEOUT": invalid]) }
    }

    @Test("rejects an invalid address")
    func invalidURL() {
        #expect(throws: RedisError.self) { try Redis(environment: ["SEEK_REDIS_URL": "host"]) }
    }

    @Test("rejects a prefix that is empty or has white space or a brace", arguments: ["", "a b", "a{b", "a}b", "a\n"])
    func invalidPrefix(prefix: String) {
        #expect(throws: RedisError.invalidPrefix(prefix)) { try Redis(url: "redis://host") { $0.prefix = prefix } }
    }
}

@Suite("The statistics of a server")
struct RedisStatisticsTests {
    /// Returns the statistics of a server that replies with a text to `INFO`.
    private func statistics(_ info: String) async throws -> RedisStatistics {
        let server = try FakeRedis { command in
            switch command {
            case "TIME": .text("*2\r\n$10\r\n1790000000\r\n$1\r\n0\r\n")
            case "DBSIZE": .text(":7\r\n")
            default: .text("$\(info.utf8.count)\r\n\(info)\r\n")
            }
        }
        return try await Redis(url: server.url) { $0.timeout = .seconds(20) }.statistics()
    }

    @Test("are read from INFO, and are an error without the required values; a maxmemory of 0 means no limit")
    func parsing() async throws {
        let info = "# Memory\r\nused_memory:1048576\r\nmaxmemory:0\r\n\r\n# Stats\r\nevicted_keys:3\r\nnew:a:b\r\n"
        let unlimited = try await statistics(info)
        #expect(unlimited.keyCount == 7)
        #expect(unlimited.usedBytes == 1_048_576)
        #expect(unlimited.maximumBytes == nil)
        #expect(unlimited.evictedKeyCount == 3)
        #expect(try await statistics(info.replacing("maxmemory:0", with: "maxmemory:9")).maximumBytes == 9)
        await #expect(throws: RedisError.unexpectedReply) { try await statistics("used_memory:many\r\n") }
    }
}

/// A claim is the right of one machine to fetch a response, for which the others wait.
@Suite("An outage of Redis", .enabled(if: RedisServer.isInstalled, "run Scripts/bootstrap"))
struct OutageTests {
    @Test("is thrown as a new error once, then as a repeated one")
    func repeatedErrors() async throws {
        let server = try await RedisServer()
        let redis = try server.client()
        _ = try await redis.responseStore.beginFetch(of: "key")
        server.kill()
        var errors: [RedisError] = []
        for _ in 0..<5 {
            do {
                _ = try await redis.responseStore.value(for: "key")
            } catch let error as RedisError {
                errors.append(error)
            }
        }
        #expect(errors.map(\.isRepeated) == [false, true, true, true, true])
        // The first error may describe the lost connection, the others a connection that cannot be opened.
        #expect(Set(errors.map(\.description)).count <= 2)
        try await server.start()
        await eventually("the server is used again") { (try? await redis.responseStore.beginFetch(of: "key")) != nil }
    }

    @Test("a full server can still be read, and only the first write that fails is a new error")
    func fullServer() async throws {
        let server = try await RedisServer()
        let redis = try server.client()
        try await redis.responseStore.put("content", for: "key")
        try server.execute("CONFIG", "SET", "maxmemory", "1")
        let entry = try #require(try await redis.responseStore.value(for: "key"))
        let turn = try await redis.responseStore.beginFetch(of: "key", at: entry.version, waiting: .zero)
        #expect(turn == .unavailable)
        for isRepeated in [false, true] {
            let error = try await #require(throws: RedisError.self) {
                try await redis.responseStore.put("new", for: "key")
            }
            #expect(error.isRepeated == isRepeated)
            #expect(error.description.contains("maxmemory"))
        }
        try server.execute("CONFIG", "SET", "maxmemory", "0")
        #expect(try await redis.responseStore.put("new", for: "key", if: .unchanged(since: entry)) != nil)
    }

    @Test("a read-only replica can still be read, but grants no claim and rejects writes")
    func readOnlyReplica() async throws {
        let server = try await RedisServer()
        let redis = try server.client()
        try await redis.responseStore.put("content", for: "key")
        try server.execute("REPLICAOF", "127.0.0.1", "1")
        #expect(try await redis.responseStore.text(of: "key") == "content")
        #expect(try await redis.responseStore.beginFetch(of: "missing") == .unavailable)
        let error = await #expect(throws: RedisError.self) {
            try await redis.responseStore.put("new", for: "missing")
        }
        #expect(error?.description.contains("replica") == true)
    }

    @Test("a response can be stored and read although the server was flushed while it was fetched")
    func flushedServer() async throws {
        let server = try await RedisServer()
        let redis = try server.client()
        let turn = try await redis.responseStore.beginFetch(of: "key")
        try server.execute("FLUSHALL")
        #expect(try await redis.responseStore.put("content", for: "key", if: .version(nil)) != nil)
        try await redis.responseStore.endFetch(of: "key", turn)
        #expect(try await redis.responseStore.text(of: "key") == "content")
    }
}
#endif
