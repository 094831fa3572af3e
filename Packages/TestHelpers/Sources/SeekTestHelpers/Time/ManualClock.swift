public import SeekBasics

/// A clock that advances only when a test advances it.
///
/// ```swift
/// let clock = ManualClock()
/// let retry = Task { try await clock.sleep(for: .seconds(30)) }
/// await clock.waitForSleepers(1)
/// clock.advance(by: .seconds(30))
/// ```
public final class ManualClock: Clock {
    /// An instant: the time since the clock was created.
    public struct Instant: InstantProtocol {
        /// The time since the clock was created.
        public var offset: Duration

        /// Creates an instant.
        public init(offset: Duration = .zero) { self.offset = offset }

        /// Returns the instant after a duration.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        /// Returns the duration until another instant.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        /// Returns whether the first instant is earlier.
        public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private struct Sleeper {
        var id: UInt64
        var deadline: Instant
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant()
        var lastSleeperID: UInt64 = 0
        /// The sleepers in the order in which they wake up.
        var sleepers: [Sleeper] = []

        /// Removes and returns the sleepers whose deadline is reached.
        mutating func takeDue() -> [Sleeper] {
            let due = sleepers.prefix { $0.deadline <= now }
            sleepers.removeFirst(due.count)
            return Array(due)
        }

        mutating func insert(_ sleeper: Sleeper) {
            let position = sleepers.firstIndex { $0.deadline > sleeper.deadline } ?? sleepers.endIndex
            sleepers.insert(sleeper, at: position)
        }
    }

    private let state = Mutex(State())
    private let sleeperCounter = AsyncCounter()

    /// Creates a clock at instant zero.
    public init() {}

    /// The current instant.
    public var now: Instant { state.withLock { $0.now } }
    /// Zero: a sleep ends exactly at its deadline.
    public var minimumResolution: Duration { .zero }
    /// The number of sleeping tasks.
    public var sleeperCount: Int { sleeperCounter.count }

    /// Advances the clock and wakes up the sleepers whose deadline is reached: the earliest deadline first, and equal
    /// deadlines in the order in which the sleeps began. The sleepers can still be suspended when this method
    /// returns; a sleep that they begin afterwards starts at the new time. A negative duration has no effect.
    public func advance(by duration: Duration) {
        wakeSleepers { $0.now = $0.now.advanced(by: max(duration, .zero)) }
    }

    /// Advances the clock to the next deadline and wakes up its sleepers. Returns false if no task sleeps.
    @discardableResult
    public func advanceToNextDeadline() -> Bool {
        wakeSleepers { state in
            if let deadline = state.sleepers.first?.deadline { state.now = max(state.now, deadline) }
        }
    }

    /// Returns once at least `count` tasks sleep, or the calling task is cancelled.
    public func waitForSleepers(_ count: Int = 1) async {
        await sleeperCounter.wait(for: count)
    }

    /// Sleeps until the clock is advanced to an instant.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let id = state.withLock { state in
            state.lastSleeperID += 1
            return state.lastSleeperID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isDue = state.withLock { state in
                    guard deadline > state.now else { return true }
                    state.insert(Sleeper(id: id, deadline: deadline, continuation: continuation))
                    return false
                }
                guard !isDue else { return continuation.resume() }
                sleeperCounter.add(1)
                // A cancellation before this point has found no sleeper.
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func cancel(_ id: UInt64) {
        let sleeper = state.withLock { state in
            state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
        }
        guard let sleeper else { return }
        sleeperCounter.add(-1)
        sleeper.continuation.resume(throwing: CancellationError())
    }

    @discardableResult
    private func wakeSleepers(_ advance: (inout State) -> Void) -> Bool {
        let due = state.withLock { state in
            advance(&state)
            return state.takeDue()
        }
        sleeperCounter.add(-due.count)
        for sleeper in due { sleeper.continuation.resume() }
        return !due.isEmpty
    }
}

extension ManualClock {
    /// The error of an operation that cannot continue: it has not ended, and no task sleeps on the clock.
    public struct Deadlock: Error, Sendable, Hashable, CustomStringConvertible {
        /// The instant of the clock.
        public let now: Instant

        /// The state of the clock and the possible cause, on one line.
        public var description: String {
            "no task sleeps on the clock at \(now.offset), and the operation has not ended: it waits for something else"
        }
    }

    /// Runs an operation. Whenever tasks sleep on the clock and no further sleep begins, the clock advances to the next
    /// deadline.
    ///
    /// - Parameter limit: The real time that the operation may take without sleeping or ending.
    /// - Throws: The error of the operation; ``Deadlock`` if it waits longer than `limit` for something other than the
    ///   clock; `CancellationError` if the calling task is cancelled meanwhile.
    public func run<Result: Sendable>(
        deadlockAfter limit: Duration = .seconds(10),
        _ operation: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let completions = AsyncCounter()
        let task = Task {
            defer { completions.add(1) }
            return try await operation()
        }
        return try await withTaskCancellationHandler {
            while true {
                let canContinue = await waitUntil(within: limit) { completions.count > 0 || self.sleeperCount > 0 }
                if completions.count > 0 { return try await task.value }
                guard canContinue else {
                    task.cancel()
                    try Task.checkCancellation()
                    throw Deadlock(now: now)
                }
                await yieldUntilNoSleeperIsAdded()
                if completions.count == 0 { advanceToNextDeadline() }
            }
        } onCancel: {
            task.cancel()
        }
    }

    /// Yields until 32 yields in a row add no sleeper, so that the earliest deadline is found.
    private func yieldUntilNoSleeperIsAdded() async {
        var yields = 0
        var last = state.withLock { $0.lastSleeperID }
        while yields < 32 {
            await Task.yield()
            let latest = state.withLock { $0.lastSleeperID }
            yields = latest == last ? yields + 1 : 0
            last = latest
        }
    }
}

/// A date that changes only when a test changes it, for tested code that receives the current date from a closure.
///
/// ```swift
/// let date = ManualDate()
/// let store = try DiskStore(folder: folder.url, now: { date.now })
/// date.now += 60
/// ```
public final class ManualDate: Sendable {
    private let date: Mutex<Date>

    /// Creates a date; by default 2026-05-09, 06:13:20 UTC.
    public init(_ date: Date = Date(timeIntervalSinceReferenceDate: 800_000_000)) {
        self.date = Mutex(date)
    }

    /// The current date.
    public var now: Date {
        get { date.withLock { $0 } }
        set { date.withLock { $0 = newValue } }
    }
}

/// A repeatable random number generator: equal seeds produce equal numbers (SplitMix64; Steele, Lea and Flood 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable, Hashable {
    private var state: UInt64

    /// Creates a generator. If the seed is random, print it, so that a failure can be reproduced.
    public init(seed: UInt64) {
        state = seed
    }

    /// Returns the next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
