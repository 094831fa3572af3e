#if os(Linux)
import SeekCache
import SeekHTTPCache
import SeekNetworking
import SeekRedis
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite(
    "Invalidations on other machines",
    .enabled(if: RedisServer.isInstalled, "run Scripts/bootstrap"),
    .timeLimit(.minutes(1))
)
struct RedisInvalidationsTests {
    private func invalidate(_ key: String, _ redis: Redis) async throws {
        try await redis.responseStore.invalidate(key)
    }

    /// Waits until the invalidations have a number of subscribers.
    private func waitForSubscribers(_ count: Int, _ server: RedisServer) async throws {
        try await eventually("all clients are subscribed") {
            try server.execute("PUBSUB", "NUMSUB", "seek:invalidations").hasSuffix("\n\(count)")
        }
    }

    /// Invalidates a URL until another client receives its key. Repeated, because the client may not be subscribed yet.
    private func waitForInvalidation(of key: String, from redis: Redis, _ removals: Removals) async {
        await eventually("the invalidation is received") {
            try? await invalidate(key, redis)
            return removals.received.contains(key)
        }
    }

    @Test("are received with their keys, but not by the machine that invalidates")
    func keys() async throws {
        let server = try await RedisServer()
        let (first, second) = (try server.client(), try server.client())
        let (removalsOfSender, removalsOfOther) = (Removals(of: first), Removals(of: second))
        try await waitForSubscribers(2, server)
        let key = "http4\nuser\n\nhttps://a.example/?q=a b\ngeneration"
        await waitForInvalidation(of: key, from: first, removalsOfOther)
        #expect(!removalsOfSender.received.contains { $0 != nil })
    }

    @Test("may be missed while disconnected, so all copies are dropped after the reconnection")
    func missed() async throws {
        let server = try await RedisServer()
        let (first, second) = (try server.client(), try server.client())
        let removals = Removals(of: second)
        try await waitForSubscribers(1, server)
        await waitForInvalidation(of: "a", from: first, removals)
        #expect(!removals.received.contains(nil), "the first connection drops no copies")
        try server.execute("CLIENT", "KILL", "TYPE", "pubsub")
        await eventually("all copies are dropped") { removals.received.contains(nil) }
    }

    @Test("continue to be received after a reconnection")
    func reconnection() async throws {
        let server = try await RedisServer()
        let (first, second) = (try server.client(), try server.client())
        let removals = Removals(of: second)
        try await waitForSubscribers(1, server)
        await waitForInvalidation(of: "a", from: first, removals)
        try server.execute("CLIENT", "KILL", "TYPE", "pubsub")
        await waitForInvalidation(of: "b", from: first, removals)
    }

    @Test("all copies are dropped after a restart of the server without its data")
    func restart() async throws {
        let server = try await RedisServer()
        let (first, second) = (try server.client(), try server.client())
        let removals = Removals(of: second)
        try await waitForSubscribers(1, server)
        await waitForInvalidation(of: "a", from: first, removals)
        let countBefore = removals.received.count
        server.kill()
        try await server.start()
        await eventually("all copies are dropped") { removals.received.dropFirst(countBefore).contains(nil) }
    }

    @Test("a waiter whose subscription is lost still receives the response")
    func lostSubscription() async throws {
        let server = try await RedisServer()
        let (first, second) = (try server.client(), try server.client())
        let turn = try await first.responseStore.beginFetch(of: "key")
        async let waiter = second.responseStore.beginFetch(of: "key", waiting: .seconds(3_600))
        try await eventually("the second machine is subscribed") { try server.execute("PUBSUB", "CHANNELS") != "" }
        try server.execute("CLIENT", "KILL", "TYPE", "pubsub")
        try await first.responseStore.put("content", for: "key")
        try await first.responseStore.endFetch(of: "key", turn)
        #expect(try await waiter == .changed)
    }
}
#endif
