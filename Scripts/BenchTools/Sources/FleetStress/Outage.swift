#if os(Linux)
import BenchKit
import SeekTestHelpers

/// A fault of Redis, or of the connections to it, that machines must survive.
struct Outage: Sendable {
    var name: String
    var arguments: [String] = []
    /// Whether the server retains what it has acknowledged, so that the quota is never exceeded.
    var isDurable = false
    var killsMachines = false
    var usesProxy = false
    /// The maximum number of store failures that each machine may report per fault, including timeouts on a loaded
    /// computer; nil for no limit.
    var warningLimit: Int? = 1
    /// Causes the fault for a time proportional to a number of milliseconds, and removes it before returning.
    var cause: @Sendable (_ redis: RedisServer, _ proxy: RedisProxy, _ milliseconds: Int) async throws -> Void

    static let all = [
        Outage(name: "kill −9 of Redis and of machines", killsMachines: true, cause: restart),
        Outage(
            name: "kill −9 of Redis with persistence",
            arguments: ["--appendonly", "yes", "--appendfsync", "always"],
            isDurable: true,
            cause: restart
        ),
        Outage(name: "FLUSHALL") { redis, _, milliseconds in
            try check(redis.execute("FLUSHALL"))
            try await Task.sleep(for: .milliseconds(milliseconds))
        },
        Outage(
            name: "CLIENT PAUSE and DEBUG SLEEP",
            arguments: ["--enable-debug-command", "yes"],
            isDurable: true,
            warningLimit: 2
        ) { redis, _, milliseconds in
            try check(redis.execute("CLIENT", "PAUSE", "\(milliseconds)", "ALL"))
            try await Task.sleep(for: .milliseconds(2 * milliseconds))
            try check(redis.execute("DEBUG", "SLEEP", "\(Double(milliseconds) / 1_000)"))
        },
        Outage(name: "maxmemory with eviction", arguments: ["--maxmemory-policy", "allkeys-lru"], cause: lessMemory),
        Outage(name: "full memory", arguments: ["--maxmemory-policy", "noeviction"], cause: lessMemory),
        Outage(name: "read-only replica", isDurable: true) { redis, _, milliseconds in
            // By default, a replica without a connection to its primary serves stale data and rejects only writes.
            try check(redis.execute("REPLICAOF", "127.0.0.1", "1"))
            try await Task.sleep(for: .milliseconds(milliseconds))
            try check(redis.execute("REPLICAOF", "NO", "ONE"))
        },
        Outage(name: "permissions revoked", isDurable: true) { redis, _, milliseconds in
            // This process must remain permitted to restore the permissions.
            try check(redis.execute("ACL", "SETUSER", "default", "-@all", "+acl"))
            try await Task.sleep(for: .milliseconds(milliseconds))
            try check(redis.execute("ACL", "SETUSER", "default", "+@all"))
        },
        // Machines report the closed connections and the missing password separately.
        Outage(name: "NOAUTH", isDurable: true, warningLimit: 2) { redis, _, milliseconds in
            let password = "secret"
            try check(redis.execute("CONFIG", "SET", "requirepass", password))
            for type in ["normal", "pubsub"] { try redis.execute("CLIENT", "KILL", "TYPE", type, password: password) }
            try await Task.sleep(for: .milliseconds(milliseconds))
            try check(redis.execute("CONFIG", "SET", "requirepass", "", password: password))
        },
        Outage(name: "WRONGTYPE") { redis, _, milliseconds in
            let replacement = """
                for _, key in ipairs(redis.call('KEYS', '*')) do
                    redis.call('DEL', key)
                    redis.call('RPUSH', key, 'x')
                end
                return 'OK'
                """
            try check(redis.execute("EVAL", replacement, "0"))
            try await Task.sleep(for: .milliseconds(milliseconds))
            try check(redis.execute("FLUSHALL"))
        },
        Outage(name: "a proxy that delays, truncates and cuts", isDurable: true, usesProxy: true, warningLimit: nil) {
            _,
            proxy,
            milliseconds in
            proxy.causesFaults = true
            try await Task.sleep(for: .milliseconds(4 * milliseconds))
            proxy.causesFaults = false
        },
    ]

    /// Throws an error if Redis has rejected a command, because the command then has not caused the outage.
    private static func check(_ reply: String) throws {
        guard reply == "OK" else { throw BenchFailure(description: "Redis: \(reply)") }
    }

    @Sendable
    private static func restart(_ redis: RedisServer, _ proxy: RedisProxy, _ milliseconds: Int) async throws {
        redis.kill()
        try await Task.sleep(for: .milliseconds(milliseconds))
        try await redis.start()
    }

    /// Reduces the memory to less than the machines use, for a while.
    @Sendable
    private static func lessMemory(_ redis: RedisServer, _ proxy: RedisProxy, _ milliseconds: Int) async throws {
        try check(redis.execute("CONFIG", "SET", "maxmemory", "1500000"))
        try await Task.sleep(for: .milliseconds(milliseconds))
        try check(redis.execute("CONFIG", "SET", "maxmemory", "0"))
    }
}
#endif
