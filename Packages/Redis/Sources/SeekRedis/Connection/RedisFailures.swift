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
