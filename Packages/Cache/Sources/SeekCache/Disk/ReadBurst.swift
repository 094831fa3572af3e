/// When a reader holds a snapshot from one read to the next: told of each read, it says what to do first.
///
/// Reads that come one upon the other hold it for a while, then pause, in turn; a commit ends the hold. A single read, and
/// the first ones of many, hold none.
struct ReadBurst: Sendable {
    enum Step {
        /// Read, with the snapshot that is held or without.
        case read
        /// Let go of it, then read.
        case release
        /// Hold one, then read.
        case hold
    }

    private let holdingTime: Duration
    private let pauseTime: Duration
    private var lastRead: ContinuousClock.Instant?
    /// When the hold or the pause is over.
    private var turn: ContinuousClock.Instant?

    init(_ options: DiskOptions) {
        holdingTime = .milliseconds(options.holdingTime)
        pauseTime = .milliseconds(options.pauseTime)
    }

    /// Takes note of a read.
    ///
    /// - Parameters:
    ///   - isHeld: Whether a snapshot is held.
    ///   - isCurrent: Whether nobody has committed since it began.
    mutating func step(at now: ContinuousClock.Instant, isHeld: Bool, isCurrent: Bool) -> Step {
        let idle = lastRead.map { now - $0 }
        lastRead = now
        if isHeld {
            if isCurrent, !isOver(at: now) { return .read }
            pause(at: now)
            return .release
        }
        guard let idle, idle < pauseTime else {
            pause(at: now)
            return .read
        }
        guard isOver(at: now) else { return .read }
        turn = now + holdingTime
        return .hold
    }

    /// Begins a pause: what is held is let go of.
    mutating func pause(at now: ContinuousClock.Instant) { turn = now + pauseTime }

    /// Whether the hold or the pause has lasted long enough.
    func isOver(at now: ContinuousClock.Instant) -> Bool { turn.map { $0 <= now } ?? true }
}
