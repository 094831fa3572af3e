#if os(Linux)
import Foundation
import SeekBasics
import SeekTestHelpers
import SeekTestingSupport
import Testing

@testable import SeekRedis

@Suite(
    "A subscriber of Redis",
    .enabled(if: RedisServer.isInstalled, "run Scripts/bootstrap"),
    .timeLimit(.minutes(1))
)
struct RedisSubscriberTests {
    private let metrics = RedisMetrics()

    private func subscriber(of server: RedisServer, heartbeat: Duration = .seconds(2)) throws -> RedisSubscriber {
        let configuration = RedisConnection.Configuration(
            address: try RedisAddress(server.url),
            timeout: .milliseconds(500)
        )
        return RedisSubscriber(configuration, metrics: metrics, heartbeat: heartbeat)
    }

    /// The events of a subscription: `+` for its beginning, and the text of each message.
    private final class Events: Sendable {
        private let values = Mutex<[String]>([])
        var received: [String] { values.withLock { $0 } }

        @Sendable func receive(_ event: RedisSubscriber.Event) {
            let text =
                switch event {
                case .subscribed: "+"
                case .message(let payload): payload.text ?? "?"
                }
            values.withLock { $0.append(text) }
        }
    }

    @Test("delivers the messages of a channel in order, and a later handler begins at once")
    func messages() async throws {
        let server = try await RedisServer()
        let subscriber = try subscriber(of: server)
        let (first, second) = (Events(), Events())
        subscriber.subscribe(to: "channel", first.receive)
        await eventually("the subscription begins") { first.received == ["+"] }
        try server.execute("PUBLISH", "channel", "a")
        try server.execute("PUBLISH", "other", "b")
        await eventually("the message is received") { first.received == ["+", "a"] }
        subscriber.subscribe(to: "channel", second.receive)
        #expect(second.received == ["+"])
        try server.execute("PUBLISH", "channel", "c")
        await eventually("both receive the message") { [first, second].allSatisfy { $0.received.last == "c" } }
        #expect(first.received == ["+", "a", "c"])
    }

    @Test("unsubscribes when the last handler of a channel is removed")
    func unsubscription() async throws {
        let server = try await RedisServer()
        let subscriber = try subscriber(of: server)
        let events = Events()
        let ids = (0..<2).map { _ in subscriber.subscribe(to: "channel", events.receive) }
        await eventually("both subscriptions begin") { events.received == ["+", "+"] }
        subscriber.unsubscribe(ids[0], from: "channel")
        #expect(try server.execute("PUBSUB", "NUMSUB", "channel").hasSuffix("1"))
        subscriber.unsubscribe(ids[1], from: "channel")
        try await eventually("the subscription ends") { try server.execute("PUBSUB", "CHANNELS") == "" }
    }

    @Test("subscribes again after the connection is lost")
    func reconnection() async throws {
        let server = try await RedisServer()
        let subscriber = try subscriber(of: server)
        let events = Events()
        subscriber.subscribe(to: "channel", events.receive)
        await eventually("the subscription begins") { events.received == ["+"] }
        try server.execute("CLIENT", "KILL", "TYPE", "pubsub")
        await eventually("the subscription begins again") { events.received == ["+", "+"] }
        #expect(metrics.counters.reconnections == 1)
        try server.execute("PUBLISH", "channel", "a")
        await eventually("the message is received") { events.received.last == "a" }
    }

    @Test("detects a server that no longer replies by a heartbeat")
    func heartbeat() async throws {
        let server = try await RedisServer()
        let subscriber = try subscriber(of: server, heartbeat: .milliseconds(10))
        let events = Events()
        subscriber.subscribe(to: "channel", events.receive)
        await eventually("the subscription begins") { events.received == ["+"] }
        server.suspend()
        await eventually("a heartbeat expires") { metrics.counters.timeouts > 0 }
        server.resume()
        await eventually("the subscription begins again") { events.received == ["+", "+"] }
    }

    @Test("closes the connection when it is deallocated")
    func deallocation() async throws {
        let server = try await RedisServer()
        var subscriber: RedisSubscriber? = try subscriber(of: server)
        let events = Events()
        subscriber?.subscribe(to: "channel", events.receive)
        await eventually("the subscription begins") { events.received == ["+"] }
        subscriber = nil
        try await eventually("the connection is closed") { try server.execute("PUBSUB", "CHANNELS") == "" }
    }
}
#endif
