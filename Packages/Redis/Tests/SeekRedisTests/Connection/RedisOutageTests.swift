import Testing

@testable import SeekRedis

@Suite("The circuit of a connection")
struct RedisCircuitTests {
    @Test("commands wait for the first connection, and fail at once from a failure until a connection is open")
    func outage() {
        var circuit = RedisCircuit()
        #expect(!circuit.isOpen)
        _ = circuit.recordFailure(random: 0)
        #expect(circuit.isOpen)
        circuit.recordConnection()
        #expect(!circuit.isOpen)
    }

    @Test("after a command expires while the connection is being opened, commands fail at once until it is open")
    func slowConnection() {
        var circuit = RedisCircuit()
        circuit.recordExpiry()
        #expect(circuit.isOpen)
        circuit.recordConnection()
        #expect(!circuit.isOpen)
    }

    @Test("the delay begins at 100 ms again after a reply, but not after a connection alone")
    func recovery() {
        var circuit = RedisCircuit()
        var delays = [circuit.recordFailure(random: 0)]
        circuit.recordConnection()
        delays.append(circuit.recordFailure(random: 0))
        circuit.recordConnection()
        circuit.recordReply()
        delays.append(circuit.recordFailure(random: 0))
        #expect(delays == [.milliseconds(100), .milliseconds(200), .milliseconds(100)])
    }

    @Test(
        "the delay doubles up to 4 s, and is reduced by a random amount of up to half",
        arguments: [
            (1, 0.0, 100), (1, 1, 50), (2, 0, 200), (3, 0.5, 300), (6, 0, 3_200), (7, 0, 4_000), (1_000, 0, 4_000),
            (1_000, 1, 2_000),
        ]
    )
    func delay(failures: Int, random: Double, milliseconds: Int) {
        #expect(RedisCircuit.delay(afterFailures: failures, random: random) == .milliseconds(milliseconds))
    }
}

@Suite("The reported failures")
struct RedisFailuresTests {
    private static let down = RedisError.unavailable("down")
    private static let loading = RedisError.rejected(code: "LOADING", message: "")
    private static let full = RedisError.rejected(code: "OOM", message: "")

    /// A failure that is expected to be new or repeated, a reply or a write, each at a time in milliseconds.
    enum Step: Sendable {
        case new(RedisError, Int)
        case repeated(RedisError, Int)
        case reply(Int)
        case write(Int)
    }

    @Test(
        "an outage is reported once, and the next one again",
        arguments: [
            // An outage ends with a reply or a write at least a second after its last failure.
            [.new(down, 0), .repeated(.timedOut, 1), .repeated(loading, 60_000)],
            [.new(down, 0), .reply(1_000), .new(down, 1_001)],
            [.new(down, 0), .write(1_000), .new(down, 1_001)],
            // A reply to an earlier command may be recorded after the failure of a later one.
            [.new(down, 0), .reply(1), .repeated(down, 2), .reply(1_001), .repeated(down, 60_000)],
            // A server that rejects writes still replies, so only a write ends this outage.
            [.new(full, 0), .reply(5_000), .repeated(full, 5_001), .write(6_000), .repeated(full, 6_001)],
            [.new(full, 0), .write(1_000), .new(full, 1_001)],
            // Each kind of failure is an outage of its own.
            [.new(full, 0), .new(down, 1), .reply(2_000), .new(down, 2_001), .repeated(full, 2_002)],
        ] as [[Step]]
    )
    func outages(steps: [Step]) {
        let start = ContinuousClock.now
        func time(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }
        var failures = RedisFailures()
        for step in steps {
            switch step {
            case .new(let error, let now): #expect(failures.record(error, at: time(now)) == error, "\(step)")
            case .repeated(let error, let now):
                #expect(failures.record(error, at: time(now)) == .repeated(error), "\(step)")
            case .reply(let now): failures.recordReply(at: time(now))
            case .write(let now): failures.recordWrite(at: time(now))
            }
        }
    }
}
