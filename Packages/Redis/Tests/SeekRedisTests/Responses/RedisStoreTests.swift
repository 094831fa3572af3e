#if os(Linux)
import Foundation
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@testable import SeekRedis

@Suite(
    "The shared response store",
    .enabled(if: RedisServer.isInstalled, "run Scripts/bootstrap"),
    .timeLimit(.minutes(1))
)
struct RedisStoreTests {
    @Test("a response that one machine stores is read by another in one round trip")
    func sharing() async throws {
        let server = try await RedisServer()
        let (first, second) = (try server.client(), try server.client())
        let fetch = try await first.responseStore.beginFetch(of: "key")
        #expect(fetch.claim != nil)
        #expect(fetch.entry == nil)
        #expect(try await first.responseStore.endFetch(fetch, storing: .text("content")))

        let secondFetch = try await second.responseStore.beginFetch(of: "key")
        #expect(secondFetch.entry?.text == "content")
        #expect(secondFetch.claim == nil)
        #expect(!secondFetch.isClaimedElsewhere)
        #expect(second.counters.commands == 1)
        #expect(second.counters.hits == 1)
        #expect(first.counters.claims == 1)
        #expect(first.counters.misses == 1)
        #expect(try await second.responseStore.entry(for: "key")?.text == "content")
        #expect(try await second.responseStore.entry(for: "missing") == nil)
    }

    @Test("the age of a response is measured by the server's clock")
    func age() async throws {
        let server = try await RedisServer()
        let redis = try server.client()
        try await redis.store("content", for: "key")
        try server.moveBack("key", seconds: 100)
        let age = try #require(try await redis.responseStore.entry(for: "key")?.age)
        // The client estimates the server's time, to a few milliseconds.
        #expect(age > .seconds(99))
        #expect(age < .seconds(3_600))
    }

    @Test("a stale response is returned with a claim to fetch it again")
    func stale() async throws {
        let server = try await RedisServer()
        let redis = try server.client()
        try await redis.store("content", for: "key", freshFor: .zero)
        let fetch = try await redis.responseStore.beginFetch(of: "key")
        #expect(fetch.entry?.text == "content")
        #expect(fetch.claim != nil)
    }

    @Test("only one machine claims a fetch; the others continue without waiting if the timeout is zero")
    func oneClaim() async throws {
        let server = try await RedisServer()
        let clients = try (0..<8).map { _ in try server.client() }
        let fetches = try await withThrowingTaskGroup(of: SharedFetch.self) { group in
            for client in clients { group.addTask { try await client.responseStore.beginFetch(of: "key") } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(fetches.count { $0.claim != nil } == 1)
        #expect(fetches.count { $0.isClaimedElsewhere } == 7)
    }

    @Test("machines that wait receive the response when it is stored")
    func waiting() async throws {
        let server = try await RedisServer()
        let (first, second) = (try server.client(), try server.client())
        let fetch = try await first.responseStore.beginFetch(of: "key")
        async let waiter = second.responseStore.beginFetch(of: "key", timeout: .seconds(3_600))
        await eventually("the second machine waits") { second.counters.waits == 1 }
        try await first.responseStore.endFetch(fetch, storing: .text("content"))
        let secondFetch = try await waiter
        #expect(secondFetch.entry?.text == "content")
        #expect(secondFetch.claim == nil)
        try await eventually("the subscription ends") { try server.execute("PUBSUB", "CHANNELS") == "" }
    }

    @Test("a machine that gives up passes the claim to one that waits")
    func givingUp() async throws {
        let server = try await RedisServer()
        let (first, second) = (try server.client(), try server.client())
        let fetch = try await first.responseStore.beginFetch(of: "key")
        async let waiter = second.responseStore.beginFetch(of: "key", timeout: .seconds(3_600))
        await eventually("the second machine waits") { second.counters.waits == 1 }
        #expect(try await !first.responseStore.endFetch(fetch, storing: nil))
        #expect(try await waiter.claim != nil)
    }

    @Test("after a machine has given up, one that waits claims the fetch, and the others do not wait again")
    func givingUpOnce() async throws {
        let server = try await RedisServer()
        let clients = try (0..<4).map { _ in try server.client() }
        let fetch = try await clients[0].responseStore.beginFetch(of: "key")
        let waiters = clients.dropFirst()
        let fetches = try await withThrowingTaskGroup(of: SharedFetch.self) { group in
            for client in waiters {
                group.addTask {
                    try await client.responseStore.beginFetch(of: "key", timeout: .seconds(3_600))
                }
            }
            try await eventually("all other machines wait") {
                let channel = try server.execute("PUBSUB", "CHANNELS")
                return try server.execute("PUBSUB", "NUMSUB", channel).hasSuffix("3")
            }
            try await clients[0].responseStore.endFetch(fetch, storing: nil)
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(fetches.count { $0.claim != nil } == 1)
    }

    @Test("a waiting machine claims the fetch when the claim of a machine that has ended expires")
    func expiredClaim() async throws {
        let server = try await RedisServer()
        let first = try server.client { $0.claimLifetime = .milliseconds(50) }
        let second = try server.client()
        _ = try await first.responseStore.beginFetch(of: "key")
        let fetch = try await second.responseStore.beginFetch(of: "key", timeout: .seconds(3_600))
        #expect(fetch.claim != nil)
    }

    @Test("a wait ends at the timeout")
    func timeout() async throws {
        let server = try await RedisServer()
        let (first, second) = (try server.client(), try server.client())
        _ = try await first.responseStore.beginFetch(of: "key")
        let fetch = try await second.responseStore.beginFetch(of: "key", timeout: .milliseconds(10))
        #expect(fetch.isClaimedElsewhere)
        #expect(fetch.claim == nil)
    }

    @Test("a wait ends with an error when the connection is lost")
    func lostConnection() async throws {
        let server = try await RedisServer()
        let (first, second) = (try server.client(), try server.client())
        _ = try await first.responseStore.beginFetch(of: "key")
        let waiter = Task { try await second.responseStore.beginFetch(of: "key", timeout: .seconds(3_600)) }
        // Two commands to subscribe, and three to read: at first, after subscribing, and after connecting.
        await eventually("the second machine waits for a message") { second.counters.commands >= 5 }
        // After the reply to this command, the server has received those commands as well.
        try server.execute("PING")
        server.kill()
        await #expect(throws: RedisError.self) { try await waiter.value }
    }

    @Test("a claim that could not be released is released when the server permits it")
    func lateRelease() async throws {
        let server = try await RedisServer()
        let (first, second) = (try server.client(), try server.client())
        // Each makes the server accept (true) or reject (false) the release.
        let faults =
            [
                { try server.execute("ACL", "SETUSER", "default", $0 ? "+@all" : "-@all", "+acl") },
                { try server.execute("REPLICAOF", $0 ? "NO" : "127.0.0.1", $0 ? "ONE" : "1") },
            ] as [(Bool) throws -> String]
        for (index, setAccepts) in faults.enumerated() {
            let fetch = try await first.responseStore.beginFetch(of: "\(index)")
            #expect(try setAccepts(false) == "OK")
            await #expect(throws: RedisError.self, "\(index)") {
                try await first.responseStore.endFetch(fetch, storing: .text("content"))
            }
            #expect(try setAccepts(true) == "OK")
            let next = try await second.responseStore.beginFetch(of: "\(index)", timeout: .seconds(3_600))
            #expect(next.claim != nil, "\(index)")
        }
    }

    @Test("a claim whose confirmation was lost is released")
    func lostConfirmation() async throws {
        let server = try await RedisServer()
        let first = try server.client { $0.timeout = .milliseconds(200) }
        let second = try server.client()
        await eventually("the connection is open") { (try? await first.responseStore.beginFetch(of: "other")) != nil }
        server.suspend()
        await #expect(throws: RedisError.self) { try await first.responseStore.beginFetch(of: "key") }
        server.resume()
        let fetch = try await second.responseStore.beginFetch(of: "key", timeout: .seconds(3_600))
        #expect(fetch.claim != nil)
    }

    @Test("a cancelled wait ends at once and leaves no claim")
    func cancellation() async throws {
        let server = try await RedisServer()
        let (first, second) = (try server.client(), try server.client())
        let fetch = try await first.responseStore.beginFetch(of: "key")
        let waiter = Task { try await second.responseStore.beginFetch(of: "key", timeout: .seconds(3_600)) }
        await eventually("the second machine waits") { second.counters.waits == 1 }
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
        try await first.responseStore.endFetch(fetch, storing: nil)
        #expect(try await first.responseStore.beginFetch(of: "key").claim != nil)
    }

    @Test("a fetch that a cancelled task begins leaves no claim behind")
    func cancelledClaim() async throws {
        let server = try await RedisServer()
        let redis = try server.client()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await redis.responseStore.beginFetch(of: "key")
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await redis.responseStore.beginFetch(of: "key").claim != nil)
    }

    @Test("a response is not stored if its URL was invalidated while it was fetched")
    func invalidatedFetch() async throws {
        let server = try await RedisServer()
        let (first, second) = (try server.client(), try server.client())
        let fetch = try await first.responseStore.beginFetch(of: "key")
        try await second.responseStore.invalidate("key-generation", generation: .text("2"), removing: ["key"])
        #expect(try await !first.responseStore.endFetch(fetch, storing: .text("old")))
        let next = try await first.responseStore.beginFetch(of: "key")
        #expect(next.claim != nil)
        #expect(next.generation == Data("2".utf8))
        #expect(try await first.responseStore.endFetch(next, storing: .text("new")))
    }

    @Test("a response is not stored if another machine has taken over the claim, and that claim remains")
    func lostClaim() async throws {
        let server = try await RedisServer()
        let redis = try server.client()
        let fetch = try await redis.responseStore.beginFetch(of: "key")
        try server.deleteClaim("key")
        let newFetch = try await redis.responseStore.beginFetch(of: "key")
        #expect(try await !redis.responseStore.endFetch(fetch, storing: .text("old")))
        #expect(try await redis.responseStore.beginFetch(of: "key").isClaimedElsewhere)
        #expect(try await redis.responseStore.endFetch(newFetch, storing: .text("new")))
    }

    @Test("a response is stored if its claim has expired or was never made")
    func withoutClaim() async throws {
        let server = try await RedisServer()
        let redis = try server.client()
        let fetch = try await redis.responseStore.beginFetch(of: "key")
        try server.deleteClaim("key")
        #expect(try await redis.responseStore.endFetch(fetch, storing: .text("late")))
        let otherFetch = SharedFetch(key: "other", generationKey: "other-generation")
        #expect(try await redis.responseStore.endFetch(otherFetch, storing: .text("content")))
        #expect(try await redis.responseStore.entry(for: "other")?.text == "content")
    }

    @Test("a generation can be created only once")
    func generation() async throws {
        let server = try await RedisServer()
        let redis = try server.client()
        let fetch = SharedFetch(key: "generation", generationKey: "generation")
        #expect(try await redis.responseStore.endFetch(fetch, storing: .text("1")))
        #expect(try await !redis.responseStore.endFetch(fetch, storing: .text("2")))
        #expect(try await redis.responseStore.entry(for: "generation")?.text == "1")
    }

    @Test("entries expire; entries above the maximum size and expired entries are not stored")
    func limits() async throws {
        let server = try await RedisServer()
        let redis = try server.client { $0.maximumEntrySize = 10 }
        let fetch = SharedFetch(key: "key", generationKey: "g")
        #expect(try await !redis.responseStore.endFetch(fetch, storing: .text("more than ten")))
        #expect(
            try await !redis.responseStore.endFetch(
                fetch,
                storing: SharedWrite(bytes: Data(), freshFor: .zero, expiresIn: .zero)
            )
        )
        #expect(try await redis.responseStore.endFetch(fetch, storing: .text("ten bytes.")))
        let lifetime = try #require(Int(server.execute("TTL", ResponseKeys(prefix: "seek").entry("key"))))
        #expect((7_100...7_200).contains(lifetime))
        // Is stored for ten years.
        let forever = SharedWrite(bytes: Data(), freshFor: .seconds(Int64.max), expiresIn: .seconds(Int64.max))
        #expect(try await redis.responseStore.endFetch(fetch, storing: forever))
        #expect(try await redis.responseStore.beginFetch(of: "key").claim == nil)
    }

    @Test(
        "a corrupt entry or generation counts as missing, and the fetch can be claimed",
        arguments: ["empty", "foreign", "list", "checksum"]
    )
    func corrupt(kind: String) async throws {
        let server = try await RedisServer()
        let redis = try server.client()
        try await redis.store("content", for: "key")
        try await redis.store("generation", for: "key-generation")
        for key in ["key", "key-generation"] {
            let name = ResponseKeys(prefix: "seek").entry(key)
            switch kind {
            case "empty": try server.execute("SET", name, "")
            case "foreign": try server.execute("SET", name, String(repeating: "x", count: 100))
            case "list":
                try server.execute("DEL", name)
                try server.execute("RPUSH", name, "a")
            default: try server.execute("SETRANGE", name, "3", "?")
            }
        }
        #expect(try await redis.responseStore.entry(for: "key") == nil)
        let fetch = try await redis.responseStore.beginFetch(of: "key")
        #expect(fetch.entry == nil)
        #expect(fetch.generation == nil)
        #expect(fetch.claim != nil)
    }

    @Test("a corrupt entry on a read-only replica is a new error once, then a repeated one")
    func corruptOnReplica() async throws {
        let server = try await RedisServer()
        let redis = try server.client()
        try await redis.store("content", for: "key")
        try server.execute("SETRANGE", ResponseKeys(prefix: "seek").entry("key"), "3", "?")
        try server.execute("REPLICAOF", "127.0.0.1", "1")
        for isRepeated in [false, true] {
            let error = await #expect(throws: RedisError.self) { try await redis.responseStore.beginFetch(of: "key") }
            #expect(error?.isRepeated == isRepeated)
        }
    }

    @Test("a list under the key of a claim is replaced by the claim")
    func foreignClaim() async throws {
        let server = try await RedisServer()
        try server.execute("RPUSH", ResponseKeys(prefix: "seek").claim("key"), "a")
        let redis = try server.client()
        #expect(try await redis.responseStore.beginFetch(of: "key").claim != nil)
    }

    @Test("clients with different prefixes share no responses")
    func prefixes() async throws {
        let server = try await RedisServer()
        let (first, second) = (try server.client(), try server.client { $0.prefix = "other" })
        try await first.store("content", for: "key")
        #expect(try await second.responseStore.beginFetch(of: "key").claim != nil)
    }

    @Test("a claim is extended until its fetch ends or another machine has taken it over")
    func renewal() async throws {
        let server = try await RedisServer()
        let redis = try server.client { $0.claimLifetime = .milliseconds(600) }
        let store = try #require(redis.responseStore as? RedisStore)
        let key = ResponseKeys(prefix: "seek").claim("key")
        let fetch = try await store.beginFetch(of: "key")
        try server.execute("PEXPIRE", key, "3600000")
        try await eventually("the claim is extended by its lifetime") {
            try (1...600).contains(#require(Int(server.execute("PTTL", key))))
        }
        #expect(store.renewal.count == 1)
        try await store.endFetch(fetch, storing: nil)
        #expect(store.renewal.count == 0)
        _ = try await store.beginFetch(of: "key")
        try server.execute("SET", key, "another", "PX", "3600000")
        await eventually("the claim is no longer extended") { store.renewal.count == 0 }
        let lifetime = try #require(Int(server.execute("PTTL", key)))
        #expect(lifetime > 600)
    }

    @Test("removing all responses also removes the claims of fetches in flight, but no other keys")
    func removeAll() async throws {
        let server = try await RedisServer()
        let redis = try server.client()
        let other = try server.client { $0.prefix = "seek2" }
        try await other.store("content", for: "key")
        other.onRemoval { _ in Issue.record("another prefix is affected") }
        let observer = try server.client()
        let removals = Removals(of: observer)
        try await eventually("both are subscribed") { try server.execute("PUBSUB", "CHANNELS").contains("seek:") }
        let script = "for i = 1, 2000 do redis.call('SET', ARGV[1] .. i, '') end"
        try server.execute("EVAL", script, "0", ResponseKeys(prefix: "seek").entry("key"))
        _ = try await redis.responseStore.beginFetch(of: "claimed")
        try server.execute("SET", "seek:quota", "1")
        try await redis.removeAllResponses()
        let remaining = try Set(server.execute("KEYS", "seek:*").split(separator: "\n"))
        #expect(remaining == ["seek:quota", "seek:invalidation-count"])
        #expect(try await other.responseStore.entry(for: "key") != nil)
        await eventually("the handler is called with nil") { removals.received.contains(nil) }
    }

    @Test("all responses can be removed from a server that is full, and handlers are called")
    func removeAllOfFullServer() async throws {
        let server = try await RedisServer()
        let redis = try server.client()
        try await redis.store("content", for: "key")
        let removals = Removals(of: redis)
        try await eventually("the machine is subscribed") { try server.execute("PUBSUB", "CHANNELS").contains("seek:") }
        try server.execute("CONFIG", "SET", "maxmemory", "1")
        try await redis.removeAllResponses()
        #expect(try server.execute("KEYS", "seek:*").isEmpty)
        await eventually("the handler is called with nil") { removals.received.contains(nil) }
    }

    @Test("an invalidation on a server that is full removes the response, and other machines drop their copies")
    func invalidateOnFullServer() async throws {
        let server = try await RedisServer()
        let redis = try server.client()
        try await redis.store("content", for: "key")
        let other = try server.client()
        let removals = Removals(of: other)
        try await eventually("the machine is subscribed") { try server.execute("PUBSUB", "CHANNELS").contains("seek:") }
        try server.execute("CONFIG", "SET", "maxmemory", "1")
        try await redis.responseStore.invalidate("no-generation", generation: .text("1"), removing: ["key"])
        #expect(try await redis.responseStore.entry(for: "key") == nil)
        await eventually("the copies are dropped") { removals.received == ["no-generation"] }
    }

    @Test("reports that the responses of a read-only replica cannot be removed")
    func removeAllOfReplica() async throws {
        let server = try await RedisServer()
        let redis = try server.client()
        try await redis.store("content", for: "key")
        try server.execute("REPLICAOF", "127.0.0.1", "1")
        let error = await #expect(throws: RedisError.self) { try await redis.removeAllResponses() }
        #expect(error?.description.contains("replica") == true)
        #expect(try await redis.responseStore.entry(for: "key") != nil)
    }
}

extension Redis {
    /// Stores a response regardless of claims.
    fileprivate func store(_ text: String, for key: String, freshFor: Duration = .seconds(3_600)) async throws {
        let fetch = SharedFetch(key: key, generationKey: "no-generation")
        let isStored = try await responseStore.endFetch(fetch, storing: .text(text, freshFor: freshFor))
        try #require(isStored)
    }
}

extension RedisServer {
    fileprivate func deleteClaim(_ key: String) throws {
        try execute("DEL", ResponseKeys(prefix: "seek").claim(key))
    }

    /// Moves the time at which an entry was stored into the past.
    fileprivate func moveBack(_ key: String, seconds: Int) throws {
        let name = ResponseKeys(prefix: "seek").entry(key)
        // An entry ends with the time at which it was stored and that at which it becomes stale, of 14 digits each.
        let time = try #require(Int(execute("GETRANGE", name, "-28", "-15")))
        let digits = "\(time - seconds * 1_000)"
        let offset = try #require(Int(execute("STRLEN", name))) - 28
        try execute("SETRANGE", name, "\(offset)", String(repeating: "0", count: 14 - digits.count) + digits)
    }
}
#endif
