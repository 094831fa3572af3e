#if os(Linux)
/// Determines when all transfers must be continued, whether or not their sockets are ready.
///
/// Transfers that share a connection need this: libcurl (7.88) sometimes reads a frame of one transfer while serving
/// another transfer, and then waits for the socket, which does not become ready again.
struct SharedTransferTimer: Sendable {
    /// When the timer fires; nil while it is stopped.
    private(set) var dueAt: ContinuousClock.Instant?

    private static let interval = Duration.milliseconds(20)

    /// Starts the timer unless it is running, or stops it if no transfers may share a connection.
    mutating func update(isSharing: Bool, at now: ContinuousClock.Instant) {
        dueAt = isSharing ? dueAt ?? now + Self.interval : nil
    }

    /// Returns whether all transfers must be continued, and stops the timer if so.
    mutating func fireIfDue(at now: ContinuousClock.Instant) -> Bool {
        guard let dueAt, dueAt <= now else { return false }
        self.dueAt = nil
        return true
    }
}
#endif
