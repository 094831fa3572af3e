#if os(Linux)
import SeekCache
import SeekHTTPCache
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@testable import SeekRedis

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

    /// Invalidates a URL until another client receives its key. Repeated, because the client receives nil instead,
    /// which drops all copies, if it first reads the count of invalidations between the increment and the announcement.
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

    @Test("that were missed while disconnected are detected after the reconnection")
    func missed() async throws {
        let server = try await RedisServer()
        let (first, second) = (try server.client(), try server.client())
        let removals = Removals(of: second)
        try await waitForSubscribers(1, server)
        await waitForInvalidation(of: "a", from: first, removals)
        // Simulates an invalidation that was counted while the second machine was disconnected.
        try server.execute("INCR", "seek:invalidation-count")
        let countBefore = removals.received.count
        try server.execute("CLIENT", "KILL", "TYPE", "pubsub")
        await eventually("all copies are dropped") { removals.received.dropFirst(countBefore).contains(nil) }
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
