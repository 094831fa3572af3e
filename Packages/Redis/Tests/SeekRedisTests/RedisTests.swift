#if os(Linux)
import SeekCache
import SeekHTTPCache
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@testable import SeekRedis

@Suite("A Redis client")
struct RedisTests {
    @Test("is configured by the environment, and is nil without a URL")
    func environment() throws {
        #expect(try Redis(environment: [:]) == nil)
        #expect(try Redis(environment: ["SEEK_REDIS_URL": ""]) == nil)
        let redis = try Redis(environment: ["SEEK_REDIS_URL": "redis://host", "SEEK_REDIS_PREFIX": "team"])
        #expect(redis?.options.prefix == "team")
        #expect(try Redis(environment: ["SEEK_REDIS_URL": "redis://host"])?.options == Redis.Options())
    }

    @Test("accepts a timeout in milliseconds, and rejects an invalid one", arguments: ["0", "60001", "1s", "-1"])
    func timeout(invalid: String) throws {
        let variables = ["SEEK_REDIS_URL": "redis://host"]
        let redis = try Redis(environment: variables.merging(["SEEK_REDIS_TIMEOUT": " 200 "]) { $1 })
        #expect(redis?.options.timeout == .milliseconds(200))
        #expect(throws: RedisError.invalidTimeout(invalid)) {
            try Redis(environment: variables.merging(["SEEK_REDIS_TIMEOUT": invalid]) { $1 })
        }
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
