#if os(Linux)
import Foundation
import SeekCache
import SeekHTTPCache
import SeekTestHelpers
import SeekTestingSupport
import Testing

@testable import SeekRedis

@Suite(
    "The shared store of records",
    .enabled(if: RedisServer.isInstalled, "run Scripts/bootstrap"),
    .timeLimit(.minutes(1))
)
struct RedisStoreTests {
    private typealias Turns = [FetchTurn]

    @Test("a record that one machine stores is read by another in one round trip")
    func sharing() async throws {
        let server = try await RedisServer()
        let (first, second) = (try server.client(), try server.client())
        let turn = try await first.responseStore.beginFetch(of: "key")
        let version = try await first.responseStore.put("content", for: "key", if: .version(nil))
        #expect(version != nil)
        try await first.responseStore.endFetch(of: "key", turn)

        let entry = try #require(try await second.responseStore.value(for: "key"))
        #expect(entry.data == Data("content".utf8))
        #expect(entry.version == version)
        #expect(second.counters.commands == 1)
        #expect(second.counters.hits == 1)
        #expect(first.counters.claims == 1)
        #expect(try await second.responseStore.value(for: "missing") == nil)
        #expect(second.counters.misses == 1)
        try await second.responseStore.remove("key")
        #expect(try await first.responseStore.value(for: "key") == nil)
    }

    @Test("a record is stored only in place of the version that was read")
    func conditions() async throws {
        let server = try await RedisServer()
        let store = try server.client().responseStore
        #expect(try await store.put("a", for: "key", if: .version(CacheVersion(number: 7))) == nil)
        let first = try await store.put("a", for: "key", if: .version(nil))
        #expect(try await store.put("b", for: "key", if: .version(nil)) == nil)
        let second = try await store.put("b", for: "key", if: .version(first))
        #expect(second != nil && second != first)
        #expect(try await store.put("c", for: "key", if: .version(first)) == nil)
        #expect(try await store.text(of: "key") == "b")
        #expect(try await store.put("d", for: "key", if: .always) != nil)
        #expect(try await store.put("e", for: "other", if: .always) != nil)
    }

    @Test("loses none of the changes that 64 writers on several machines make to one record at once")
    func storm() async throws {
        let server = try await RedisServer()
        let stores = try (0..<4).map { _ in try server.client().responseStore }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<64 {
                group.addTask {
                    let store = stores[writer % stores.count]
                    while true {
                        let entry = try await store.value(for: "key")
                        let next = (entry?.data ?? Data()) + [UInt8(writer)]
                        let condition = PutCondition.unchanged(since: entry)
                        if try await store.put(next, for: "key", expiresAt: nil, if: condition) != nil { return }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await stores[0].value(for: "key")?.data.sorted() == (0..<64).map(UInt8.init))
    }

    @Test("the age of a record is measured by the server's clock")
    func age() async throws {
        let server = try await RedisServer()
        let redis = try server.client()
        try await redis.responseStore.put("content", for: "key")
        try server.moveBack("key", seconds: 100)
        let age = try #require(try await redis.responseStore.value(for: "key")?.age)
        // The client estimates the server's time, to a few milliseconds.
        #expect(age > .seconds(99))
        #expect(age < .seconds(3_600))
    }

    @Test("only one machine claims a fetch; the others continue without waiting if the timeout is zero")
    func oneClaim() async throws {
        let server = try await RedisServer()
        let clients = try (0..<8).map { _ in try server.client() }
        let turns = try await withThrowingTaskGroup(of: FetchTurn.self) { group in
            for client in clients { group.addTask { try await client.responseStore.beginFetch(of: "key") } }
            return try await group.reduce(into: Turns()) { $0.append($1) }
        }
        #expect(turns.count { $0.token != nil } == 1)
        #expect(turns.count { $0 == .takenElsewhere } == 7)
    }

    @Test("a fetch is claimed only for the version that was read")
    func changed() async throws {
        let server = try await RedisServer()
        let store = try server.client().responseStore
        let version = try await store.put("content", for: "key")
        #expect(try await store.beginFetch(of: "key") == .changed)
        #expect(try await store.beginFetch(of: "key", at: version, waiting: .zero).token != nil)
    }

    @Test("machines that wait notice when the response is stored")
    func waiting() async throws {
        let server = try await RedisServer()
        let (first, second) = (try server.client(), try server.client())
        let turn = try await first.responseStore.beginFetch(of: "key")
        async let waiter = second.responseStore.beginFetch(of: "key", waiting: .seconds(3_600))
        await eventually("the second machine waits") { second.counters.waits == 1 }
        try await first.responseStore.put("content", for: "key")
        try await first.responseStore.endFetch(of: "key", turn)
        #expect(try await waiter == .changed)
        #expect(try await second.responseStore.text(of: "key") == "content")
        try await eventually("the subscription ends") { try server.execute("PUBSUB", "CHANNELS") == "" }
    }

    @Test("a machine that gives up passes the claim to one that waits")
    func givingUp() async throws {
        let server = try await RedisServer()
        let (first, second) = (try server.client(), try server.client())
        let turn = try await first.responseStore.beginFetch(of: "key")
        async let waiter = second.responseStore.beginFetch(of: "key", waiting: .seconds(3_600))
        await eventually("the second machine waits") { second.counters.waits == 1 }
        try await first.responseStore.endFetch(of: "key", turn)
        #expect(try await waiter.token != nil)
    }

    @Test("after a machine has given up, one that waits claims the fetch, and the others do not wait again")
    func givingUpOnce() async throws {
        let server = try await RedisServer()
        let clients = try (0..<4).map { _ in try server.client() }
        let turn = try await clients[0].responseStore.beginFetch(of: "key")
        let waiters = clients.dropFirst()
        let turns = try await withThrowingTaskGroup(of: FetchTurn.self) { group in
            for client in waiters {
                group.addTask { try await client.responseStore.beginFetch(of: "key", waiting: .seconds(3_600)) }
            }
            try await eventually("all other machines wait") {
                let channel = try server.execute("PUBSUB", "CHANNELS")
                return try server.execute("PUBSUB", "NUMSUB", channel).hasSuffix("3")
            }
            try await clients[0].responseStore.endFetch(of: "key", turn)
            return try await group.reduce(into: Turns()) { $0.append($1) }
        }
        #expect(turns.count { $0.token != nil } == 1)
    }

    @Test("a waiting machine claims the fetch when the claim of a machine that has ended expires")
    func expiredClaim() async throws {
        let server = try await RedisServer()
        let first = try server.client { $0.claimLifetime = .milliseconds(50) }
        let second = try server.client()
        _ = try await first.responseStore.beginFetch(of: "key")
        #expect(try await second.responseStore.beginFetch(of: "key", waiting: .seconds(3_600)).token != nil)
    }

    @Test("a wait ends at the timeout")
    func timeout() async throws {
        let server = try await RedisServer()
        let (first, second) = (try server.client(), try server.client())
        _ = try await first.responseStore.beginFetch(of: "key")
        let turn = try await second.responseStore.beginFetch(of: "key", waiting: .milliseconds(10))
        #expect(turn == .takenElsewhere)
    }

    @Test("a wait ends with an error when the connection is lost")
    func lostConnection() async throws {
        let server = try await RedisServer()
        let (first, second) = (try server.client(), try server.client())
        _ = try await first.responseStore.beginFetch(of: "key")
        let waiter = Task { try await second.responseStore.beginFetch(of: "key", waiting: .seconds(3_600)) }
        // At first, and after subscribing.
        await eventually("the second machine waits for a message") { second.counters.commands >= 2 }
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
            let turn = try await first.responseStore.beginFetch(of: "\(index)")
            #expect(try setAccepts(false) == "OK")
            await #expect(throws: RedisError.self, "\(index)") {
                try await first.responseStore.endFetch(of: "\(index)", turn)
            }
            #expect(try setAccepts(true) == "OK")
            let next = try await second.responseStore.beginFetch(of: "\(index)", waiting: .seconds(3_600))
            #expect(next.token != nil, "\(index)")
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
        #expect(try await second.responseStore.beginFetch(of: "key", waiting: .seconds(3_600)).token != nil)
    }

    @Test("a cancelled wait ends at once and leaves no claim")
    func cancellation() async throws {
        let server = try await RedisServer()
        let (first, second) = (try server.client(), try server.client())
        let turn = try await first.responseStore.beginFetch(of: "key")
        let waiter = Task { try await second.responseStore.beginFetch(of: "key", waiting: .seconds(3_600)) }
        await eventually("the second machine waits") { second.counters.waits == 1 }
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
        try await first.responseStore.endFetch(of: "key", turn)
        #expect(try await first.responseStore.beginFetch(of: "key").token != nil)
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
        #expect(try await redis.responseStore.beginFetch(of: "key").token != nil)
    }

    @Test("a record is not stored if it was invalidated while its response was fetched")
    func invalidatedFetch() async throws {
        let server = try await RedisServer()
        let (first, second) = (try server.client(), try server.client())
        _ = try await first.responseStore.beginFetch(of: "key")
        let version = try await second.responseStore.invalidate("key", if: .version(nil))
        #expect(version != nil)
        #expect(try await first.responseStore.put("old", for: "key", if: .version(nil)) == nil)
        #expect(try await first.responseStore.put("new", for: "key", if: .version(version)) != nil)
    }

    @Test("ending a fetch does not release the claim of another machine that has taken it over")
    func lostClaim() async throws {
        let server = try await RedisServer()
        let store = try server.client().responseStore
        let turn = try await store.beginFetch(of: "key")
        try server.execute("DEL", ResponseKeys(prefix: "seek").claim("key"))
        let newTurn = try await store.beginFetch(of: "key")
        try await store.endFetch(of: "key", turn)
        #expect(try await store.beginFetch(of: "key") == .takenElsewhere)
        try await store.endFetch(of: "key", newTurn)
        #expect(try await store.beginFetch(of: "key").token != nil)
    }

    @Test("entries expire; entries above the maximum size and expired entries are not stored")
    func limits() async throws {
        let server = try await RedisServer()
        let store = try server.client { $0.maximumEntrySize = 10 }.responseStore
        for (text, lifetime) in [("more than ten", 7_200.0), ("expired", -1)] {
            // The previous record is replaced by none.
            try await store.put("previous", for: "key")
            #expect(try await store.put(text, for: "key", for: lifetime) != nil)
            #expect(try await store.value(for: "key") == nil)
        }
        try await store.put("ten bytes.", for: "key")
        let name = ResponseKeys(prefix: "seek").entry("key")
        #expect((7_100...7_200).contains(try #require(Int(server.execute("TTL", name)))))
        // Are stored for ten years.
        for expiresAt in [nil, Date.distantFuture, Date(timeIntervalSinceReferenceDate: 1e300)] {
            #expect(try await store.put(Data(), for: "key", expiresAt: expiresAt, if: .always) != nil)
            #expect(try #require(Int(server.execute("TTL", name))) > 3_649 * 86_400)
        }
    }

    @Test(
        "a corrupt entry counts as missing, and can be claimed and replaced",
        arguments: ["empty", "foreign", "list", "checksum"]
    )
    func corrupt(kind: String) async throws {
        let server = try await RedisServer()
        let store = try server.client().responseStore
        try await store.put("content", for: "key")
        let name = ResponseKeys(prefix: "seek").entry("key")
        switch kind {
        case "empty": try server.execute("SET", name, "")
        case "foreign": try server.execute("SET", name, String(repeating: "x", count: 100))
        case "list":
            try server.execute("DEL", name)
            try server.execute("RPUSH", name, "a")
        default: try server.execute("SETRANGE", name, "3", "?")
        }
        #expect(try await store.value(for: "key") == nil)
        #expect(try await store.beginFetch(of: "key").token != nil)
        #expect(try await store.put("new", for: "key", if: .version(nil)) != nil)
        #expect(try await store.text(of: "key") == "new")
    }

    @Test("a list under the key of a claim is replaced by the claim")
    func foreignClaim() async throws {
        let server = try await RedisServer()
        try server.execute("RPUSH", ResponseKeys(prefix: "seek").claim("key"), "a")
        let redis = try server.client()
        #expect(try await redis.responseStore.beginFetch(of: "key").token != nil)
    }

    @Test("clients with different prefixes share no responses")
    func prefixes() async throws {
        let server = try await RedisServer()
        let (first, second) = (try server.client(), try server.client { $0.prefix = "other" })
        try await first.responseStore.put("content", for: "key")
        #expect(try await second.responseStore.value(for: "key") == nil)
    }

    @Test("a claim is extended until its fetch ends or another machine has taken it over")
    func renewal() async throws {
        let server = try await RedisServer()
        let redis = try server.client { $0.claimLifetime = .milliseconds(600) }
        let store = try #require(redis.responseStore as? RedisStore)
        let key = ResponseKeys(prefix: "seek").claim("key")
        let turn = try await store.beginFetch(of: "key")
        try server.execute("PEXPIRE", key, "3600000")
        try await eventually("the claim is extended by its lifetime") {
            try (1...600).contains(#require(Int(server.execute("PTTL", key))))
        }
        #expect(store.claims.renewal.count == 1)
        try await store.endFetch(of: "key", turn)
        #expect(store.claims.renewal.count == 0)
        _ = try await store.beginFetch(of: "key")
        try server.execute("SET", key, "another", "PX", "3600000")
        await eventually("the claim is no longer extended") { store.claims.renewal.count == 0 }
        let lifetime = try #require(Int(server.execute("PTTL", key)))
        #expect(lifetime > 600)
    }

    @Test("removing all responses also removes the claims of fetches in flight, but no other keys")
    func removeAll() async throws {
        let server = try await RedisServer()
        let redis = try server.client()
        let other = try server.client { $0.prefix = "seek2" }
        try await other.responseStore.put("content", for: "key")
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
        #expect(remaining == ["seek:quota"])
        #expect(try await other.responseStore.value(for: "key") != nil)
        await eventually("the handler is called with nil") { removals.received.contains(nil) }
    }

    @Test("all responses can be removed from a server that is full, and handlers are called")
    func removeAllOfFullServer() async throws {
        let server = try await RedisServer()
        let redis = try server.client()
        try await redis.responseStore.put("content", for: "key")
        let removals = Removals(of: redis)
        try await eventually("the machine is subscribed") { try server.execute("PUBSUB", "CHANNELS").contains("seek:") }
        try server.execute("CONFIG", "SET", "maxmemory", "1")
        try await redis.removeAllResponses()
        #expect(try server.execute("KEYS", "seek:*").isEmpty)
        await eventually("the handler is called with nil") { removals.received.contains(nil) }
    }

    @Test("an invalidation on a server that is full replaces the record, and other machines drop their copies")
    func invalidateOnFullServer() async throws {
        let server = try await RedisServer()
        let redis = try server.client()
        try await redis.responseStore.put("content", for: "key")
        let other = try server.client()
        let removals = Removals(of: other)
        try await eventually("the machine is subscribed") { try server.execute("PUBSUB", "CHANNELS").contains("seek:") }
        try server.execute("CONFIG", "SET", "maxmemory", "1")
        try await redis.responseStore.invalidate("key")
        #expect(try await redis.responseStore.text(of: "key") == "invalid")
        await eventually("the copies are dropped") { removals.received == ["key"] }
    }

    @Test("reports that the responses of a read-only replica cannot be removed")
    func removeAllOfReplica() async throws {
        let server = try await RedisServer()
        let redis = try server.client()
        try await redis.responseStore.put("content", for: "key")
        try server.execute("REPLICAOF", "127.0.0.1", "1")
        let error = await #expect(throws: RedisError.self) { try await redis.removeAllResponses() }
        #expect(error?.description.contains("replica") == true)
        #expect(try await redis.responseStore.value(for: "key") != nil)
    }
}

extension RedisServer {
    /// Moves the time at which an entry was stored into the past.
    fileprivate func moveBack(_ key: String, seconds: Int) throws {
        let name = ResponseKeys(prefix: "seek").entry(key)
        // An entry ends with the time at which it was stored, of 14 digits.
        let time = try #require(Int(execute("GETRANGE", name, "-14", "-1")))
        let digits = "\(time - seconds * 1_000)"
        let offset = try #require(Int(execute("STRLEN", name))) - 14
        try execute("SETRANGE", name, "\(offset)", String(repeating: "0", count: 14 - digits.count) + digits)
    }
}
#endif
