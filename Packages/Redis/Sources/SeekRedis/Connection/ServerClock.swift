/// Estimates the time by the server's clock from one reading of that clock.
struct ServerClock: Sendable, Hashable {
    private let milliseconds: Int64
    private let instant: ContinuousClock.Instant

    /// Creates an estimate.
    ///
    /// - Parameters:
    ///   - milliseconds: The milliseconds since 1970 by the server's clock.
    ///   - instant: When the server's clock was read.
    init(milliseconds: Int64, at instant: ContinuousClock.Instant) {
        self.milliseconds = milliseconds
        self.instant = instant
    }

    /// Returns the estimated milliseconds since 1970 by the server's clock.
    func time(at now: ContinuousClock.Instant) -> Int64 {
        milliseconds + Int64((now - instant) / .milliseconds(1))
    }
}
