import Testing

@testable import SeekRedis

@Suite("The health of a connection")
struct RedisHealthTests {
    private let now = ContinuousClock.now

    @Test("commands wait for the first connection")
    func firstConnection() {
        var health = RedisHealth()
        #expect(health.acceptsCommands)
        #expect(health.nextAttempt(at: now) == now)
        health.didBeginConnecting()
        #expect(health.acceptsCommands)
        #expect(health.nextAttempt(at: now) == nil)
        health.didConnect()
        #expect(health.acceptsCommands)
    }

    @Test("after a failure commands fail at once until a connection is open")
    func outage() {
        var health = RedisHealth()
        health.didBeginConnecting()
        health.didFail(at: now, random: 0)
        #expect(!health.acceptsCommands)
        #expect(health.nextAttempt(at: now) == now + .milliseconds(100))
        health.didBeginConnecting()
        #expect(!health.acceptsCommands)
        health.didConnect()
        #expect(health.acceptsCommands)
    }

    @Test("the delay begins at 100 ms again after a reply, but not after a connection alone")
    func recovery() {
        var health = RedisHealth()
        health.didFail(at: now, random: 0)
        health.didBeginConnecting()
        health.didConnect()
        health.didFail(at: now, random: 0)
        #expect(health.nextAttempt(at: now) == now + .milliseconds(200))
        health.didConnect()
        health.didReceiveReply()
        health.didFail(at: now, random: 0)
        #expect(health.nextAttempt(at: now) == now + .milliseconds(100))
    }

    @Test("after a command expires while the connection is being opened, commands fail at once until it is open")
    func slowConnection() {
        var health = RedisHealth()
        health.didBeginConnecting()
        health.didExpireWhileConnecting()
        #expect(!health.acceptsCommands)
        #expect(health.nextAttempt(at: now) == nil)
        health.didConnect()
        #expect(health.acceptsCommands)
    }

    @Test("a connection that is closed while idle is opened again at once")
    func idle() {
        var health = RedisHealth()
        health.didConnect()
        health.didCloseIdle()
        #expect(health.acceptsCommands)
        #expect(health.nextAttempt(at: now) == now)
    }

    @Test(
        "the delay doubles up to 4 s, and is reduced by a random amount of up to half",
        arguments: [
            (1, 0.0, 100), (1, 1, 50), (2, 0, 200), (3, 0.5, 300), (6, 0, 3_200), (7, 0, 4_000), (1_000, 0, 4_000),
            (1_000, 1, 2_000),
        ]
    )
    func delay(failures: Int, random: Double, milliseconds: Int) {
        #expect(RedisHealth.delay(afterFailures: failures, random: random) == .milliseconds(milliseconds))
    }
}
