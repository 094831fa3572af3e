#if os(Linux)
/// Tracks when the loop must next check for transfers whose deadline has passed. Performs no I/O.
///
/// libcurl's own timeout does not run while a transfer waits for a connection. Only the earliest deadline is stored. If
/// its transfer ends earlier, one check is unneeded, which is cheaper than a heap with an entry per request.
struct DeadlineTracker: Sendable, Hashable {
    /// When the next check is due; nil for never.
    private(set) var next: ContinuousClock.Instant?

    /// Adds the deadline of a new transfer.
    mutating func add(_ deadline: ContinuousClock.Instant) {
        next = next.map { min($0, deadline) } ?? deadline
    }

    /// Returns whether a deadline may have passed.
    func isDue(at now: ContinuousClock.Instant) -> Bool {
        next.map { $0 <= now } ?? false
    }

    /// Replaces the tracked deadline with the earliest of the remaining transfers, if any.
    mutating func reset(to deadlines: some Sequence<ContinuousClock.Instant>) {
        next = deadlines.min()
    }
}

extension Duration {
    /// Whole milliseconds, rounded up, in the range that libcurl accepts: `0...Int32.max`.
    var millisecondsRoundedUp: Int32 {
        guard self > .zero else { return 0 }
        let (seconds, attoseconds) = components
        guard seconds < Int64(Int32.max) / 1000 else { return .max }
        return Int32(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
#endif
