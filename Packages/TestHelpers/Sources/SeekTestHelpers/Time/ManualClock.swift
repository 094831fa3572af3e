import SeekBasics

/// A clock that stands still until a test moves it.
///
/// ```swift
/// let clock = ManualClock()
/// let retry = Task { try await clock.sleep(for: .seconds(30)); return "again" }
/// await clock.waitForSleepers(1)
/// clock.advance(by: .seconds(30))
/// ```
public final class ManualClock: Clock {
    /// A moment: the time since the clock was made.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public var offset: Duration

        /// Makes a moment.
        public init(offset: Duration = .zero) { self.offset = offset }

        /// The moment a time later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        /// The time until another moment.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        /// Whether a moment is the earlier one.
        public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private struct Sleeper {
        var id: UInt64
        var deadline: Instant
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant()
        var lastSleeper: UInt64 = 0
        /// In the order in which they wake.
        var sleepers: [Sleeper] = []

        /// Takes out those whose time has come.
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
    private let asleep = Tally()

    /// Makes a clock that stands at zero.
    public init() {}

    /// The moment the clock stands at.
    public var now: Instant { state.withLock { $0.now } }
    /// Zero: a sleep ends exactly at its deadline.
    public var minimumResolution: Duration { .zero }
    /// How many sleep now.
    public var sleepers: Int { asleep.count }
    /// When the next sleeper wakes; nil where nobody sleeps.
    public var nextDeadline: Instant? { state.withLock { $0.sleepers.first?.deadline } }

    /// Moves the clock on and wakes those whose time has come: earliest deadline first, of equal ones the first to sleep.
    /// What they do next, they do after this returns; a sleep they begin counts from the new time.
    public func advance(by duration: Duration) {
        wake { $0.now = $0.now.advanced(by: max(duration, .zero)) }
    }

    /// Moves the clock to the next sleeper's deadline, waking it and those with the same one. False where nobody sleeps.
    @discardableResult
    public func advanceToNextDeadline() -> Bool {
        wake { state in
            if let deadline = state.sleepers.first?.deadline { state.now = max(state.now, deadline) }
        }
    }

    /// Returns once at least `count` sleep, or the calling task is cancelled.
    public func waitForSleepers(_ count: Int = 1) async {
        await asleep.wait(for: count)
    }

    /// Sleeps until the clock is moved to a moment or beyond.
    ///
    /// - Throws: `CancellationError`, at once, where the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let id = state.withLock { state in
            state.lastSleeper += 1
            return state.lastSleeper
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isDue = state.withLock { state in
                    guard deadline > state.now else { return true }
                    state.insert(Sleeper(id: id, deadline: deadline, continuation: continuation))
                    return false
                }
                guard !isDue else { return continuation.resume() }
                asleep.add(1)
                // A cancellation from before found nobody asleep.
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
        asleep.add(-1)
        sleeper.continuation.resume(throwing: CancellationError())
    }

    @discardableResult
    private func wake(_ move: (inout State) -> Void) -> Bool {
        let due = state.withLock { state in
            move(&state)
            return state.takeDue()
        }
        asleep.add(-due.count)
        for sleeper in due { sleeper.continuation.resume() }
        return !due.isEmpty
    }
}

extension ManualClock {
    /// An operation that cannot go on: it has not ended, and nobody sleeps on the clock.
    public struct Deadlock: Error, Sendable, Hashable, CustomStringConvertible {
        /// Where the clock stood.
        public let now: Instant

        /// One line: what was seen, and what it may be.
        public var description: String {
            "nobody sleeps on the clock, which stands at \(now.offset), and the work has not ended: it waits for something else"
        }
    }

    /// Runs an operation to its end, moving the clock to the next deadline whenever all that is left to do is to sleep.
    ///
    /// - Parameter patience: how long, in real time, it may neither sleep nor end.
    /// - Throws: what the operation throws; ``Deadlock`` where it waits for what the clock cannot bring.
    public func run<Result: Sendable>(
        patience: Duration = .seconds(10),
        _ operation: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let ending = Ending()
        let work = Task {
            defer { ending.come() }
            return try await operation()
        }
        return try await withTaskCancellationHandler {
            while true {
                let goesOn = await Patience(patience).waitUntil { ending.hasCome || self.sleepers > 0 }
                if ending.hasCome { return try await work.value }
                guard goesOn else {
                    work.cancel()
                    try Task.checkCancellation()
                    throw Deadlock(now: now)
                }
                await settle()
                if !ending.hasCome { advanceToNextDeadline() }
            }
        } onCancel: {
            work.cancel()
        }
    }

    /// Lets those go to sleep who are about to: the earliest deadline comes first, whoever asked first.
    private func settle() async {
        var calm = 0
        var last = state.withLock { $0.lastSleeper }
        while calm < 32 {
            await Task.yield()
            let latest = state.withLock { $0.lastSleeper }
            calm = latest == last ? calm + 1 : 0
            last = latest
        }
    }

    private final class Ending: Sendable {
        private let flag = Atomic<Bool>(false)
        var hasCome: Bool { flag.load(ordering: .acquiring) }
        func come() { flag.store(true, ordering: .releasing) }
    }
}
