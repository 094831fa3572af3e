extension Clock where Duration == Swift.Duration {
    /// Returns a closure that measures the time since `stopwatch()` was called.
    public func stopwatch() -> @Sendable () -> Swift.Duration {
        let start = now
        return { start.duration(to: now) }
    }
}

/// A clock whose sleeps return at once: a sleep advances the clock to its deadline instead of suspending the task.
public final class ImmediateClock: Clock {
    private let start = ContinuousClock.now
    private let offset = Mutex(Duration.zero)

    /// Creates a clock that starts at the current instant of the `ContinuousClock`.
    public init() {}

    /// The time by which sleeps have advanced the clock.
    public var elapsed: Duration { offset.withLock { $0 } }
    /// The current instant. It changes only when a task sleeps.
    public var now: ContinuousClock.Instant { start + elapsed }
    /// Zero: a sleep ends exactly at its deadline.
    public var minimumResolution: Duration { .zero }

    /// Advances the clock to an instant, unless that instant has passed.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        offset.withLock { $0 = max($0, deadline - start) }
    }
}

extension Duration {
    /// The duration in seconds.
    public var seconds: Double { self / .seconds(1) }

    /// Creates a duration from an untrusted number of seconds, rounded up to a whole millisecond and limited to 1,000
    /// years in both directions; zero for NaN.
    ///
    /// `Duration.seconds(_:)` traps if the number is too large.
    public init(clampingSeconds seconds: Double) {
        let limit = 1_000 * 31_556_952.0
        let clamped = seconds.isNaN ? 0 : min(max(seconds, -limit), limit)
        self = .milliseconds(Int64((clamped * 1_000).rounded(.up)))
    }
}
