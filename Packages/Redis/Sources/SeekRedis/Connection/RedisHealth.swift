/// Whether a server can be used, and when to connect again. A pure value: the connection reports what happened.
struct RedisHealth: Sendable, Hashable {
    enum Phase: Sendable, Hashable {
        /// A connection is to be opened at once.
        case disconnected
        case connecting
        case connected
        /// A connection is to be opened at an instant.
        case waiting(until: ContinuousClock.Instant)
    }

    private(set) var phase = Phase.disconnected
    /// The number of failures since the last reply.
    private(set) var failureCount = 0

    /// Whether a command may wait for the connection or be sent. During an outage commands fail at once.
    var acceptsCommands: Bool { failureCount == 0 || phase == .connected }

    /// When to connect; nil while a connection is open or being opened.
    func nextAttempt(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        switch phase {
        case .disconnected: now
        case .waiting(let until): until
        case .connecting, .connected: nil
        }
    }

    mutating func didBeginConnecting() { phase = .connecting }

    mutating func didConnect() { phase = .connected }

    /// Records a reply: after the next failure, the delay begins at its minimum again.
    mutating func didReceiveReply() { failureCount = 0 }

    /// Records that the server closed the connection while no command was outstanding, for example for a restart.
    mutating func didCloseIdle() { phase = .disconnected }

    /// Records that opening a connection failed, or that the connection was lost or did not reply in time. The random
    /// number is from 0 to 1.
    mutating func didFail(at now: ContinuousClock.Instant, random: Double) {
        failureCount += 1
        phase = .waiting(until: now + Self.delay(afterFailures: failureCount, random: random))
    }

    /// Records that a command expired while the connection was being opened. The connection continues to be opened;
    /// until it is open, commands fail at once.
    mutating func didExpireWhileConnecting() { failureCount = max(failureCount, 1) }

    /// Returns the delay before the next connection: 100 ms, doubled by each further failure up to 4 s. It is
    /// reduced by a random amount of up to half, so that the clients of a restarted server do not all connect at the
    /// same time.
    static func delay(afterFailures failures: Int, random: Double) -> Duration {
        let longest = Duration.milliseconds(100 << min(max(failures - 1, 0), 6))
        return min(longest, .seconds(4)) * (1 - random / 2)
    }
}
