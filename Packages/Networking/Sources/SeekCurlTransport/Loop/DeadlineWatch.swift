#if os(Linux)
/// Knows when the loop must look for transfers whose deadline has passed. A pure value.
///
/// libcurl's own timeout does not run while a transfer waits for a free connection, so the loop keeps the deadlines itself. It
/// remembers one moment only, the earliest deadline it has seen: a transfer that ends early leaves it behind, and costs one
/// needless look at that moment. That is cheaper than a heap with an entry a request, most of which would be removed unused.
struct DeadlineWatch: Sendable, Hashable {
    private(set) var next: ContinuousClock.Instant?

    /// Takes in the deadline of a new transfer.
    mutating func add(_ deadline: ContinuousClock.Instant) {
        next = next.map { min($0, deadline) } ?? deadline
    }

    /// Whether it is time to look.
    func isDue(at now: ContinuousClock.Instant) -> Bool {
        next.map { $0 <= now } ?? false
    }

    /// Starts anew with the transfers that are left after a look.
    mutating func reset(to deadlines: some Sequence<ContinuousClock.Instant>) {
        next = deadlines.min()
    }
}

extension Duration {
    /// Whole milliseconds, rounded up; at least 0, at most what libcurl takes.
    var millisecondsRoundedUp: Int32 {
        guard self > .zero else { return 0 }
        let (seconds, attoseconds) = components
        guard seconds < Int64(Int32.max) / 1000 else { return .max }
        return Int32(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
#endif
