/// Whether commands are sent to a server, and the delay before the next connection. A pure value.
struct RedisCircuit: Sendable, Hashable {
    /// Whether commands fail without being sent: from a failure until a connection is open.
    private(set) var isOpen = false
    /// The number of failures since the last reply.
    private var failureCount = 0

    /// Records that opening a connection failed, or that the connection was lost or did not reply in time. Returns the
    /// delay before the next connection. The random number is from 0 to 1.
    mutating func recordFailure(random: Double) -> Duration {
        isOpen = true
        failureCount += 1
        return Self.delay(afterFailures: failureCount, random: random)
    }

    /// Records that a command expired while the connection was being opened.
    mutating func recordExpiry() { isOpen = true }

    mutating func recordConnection() { isOpen = false }

    /// Records a reply: after the next failure, the delay begins at its minimum again.
    mutating func recordReply() { failureCount = 0 }

    /// Returns the delay before the next connection: 100 ms, doubled by each further failure up to 4 s. It is
    /// reduced by a random amount of up to half, so that the clients of a restarted server do not all connect at the
    /// same time.
    static func delay(afterFailures failures: Int, random: Double) -> Duration {
        let longest = Duration.milliseconds(100 << min(max(failures - 1, 0), 6))
        return min(longest, .seconds(4)) * (1 - random / 2)
    }
}

/// The failures that have been thrown, so that each outage is reported once.
///
/// A reply ends an outage in which the server could not be used; a write ends any outage. Both require that the failure
/// is at least ``quietPeriod`` ago: replies and failures of commands that were sent together are recorded in any order,
/// and a server that is almost full rejects only some commands.
struct RedisFailures: Sendable {
    /// When each kind of failure was last thrown since the end of the previous outage.
    private var thrown: [Kind: ContinuousClock.Instant] = [:]

    private enum Kind: Hashable {
        /// The server cannot be used.
        case unavailable
        /// The server rejects a command. The value is the code of the error.
        case rejected(String)

        init(_ error: RedisError) {
            switch error {
            // The server is starting, or a replica has lost its primary: a phase of the same outage.
            case .rejected("LOADING", _), .rejected("MASTERDOWN", _): self = .unavailable
            case .rejected(let code, _): self = .rejected(code)
            case .wrongType: self = .rejected("WRONGTYPE")
            default: self = .unavailable
            }
        }
    }

    /// The time after a failure in which replies and writes do not end the outage.
    static let quietPeriod = Duration.seconds(1)

    /// Returns the error to throw: unchanged if it is the first of its kind in an outage, otherwise as repeated.
    mutating func record(_ error: RedisError, at now: ContinuousClock.Instant) -> RedisError {
        thrown.updateValue(now, forKey: Kind(error)) == nil ? error : .repeated(error)
    }

    mutating func recordReply(at now: ContinuousClock.Instant) {
        if let last = thrown[.unavailable], now - last >= Self.quietPeriod { thrown[.unavailable] = nil }
    }

    mutating func recordWrite(at now: ContinuousClock.Instant) {
        thrown = thrown.filter { now - $0.value < Self.quietPeriod }
    }
}
