#if os(Linux)
import Foundation
import Synchronization

/// The virtual time of a discrete-event simulation that runs asynchronous code.
///
/// Tasks of the simulation run until each of them has finished or sleeps in virtual time. Then the time advances to the
/// earliest end of a sleep, and the task that slept continues alone. Hours of virtual time pass in seconds, and equal
/// seeds produce equal results, however fast the machine is.
final class SimulatedTime: Sendable {
    /// A sleep that can be ended before its time.
    struct Sleep: Sendable, Hashable {
        fileprivate let number: Int
    }

    private struct Event {
        var second: Double
        var sleep: Sleep
    }

    private struct State {
        var second = 0.0
        var sleepCount = 0
        /// The number of tasks that neither sleep nor have finished.
        var runningCount = 0
        /// The ends of sleeps, latest first.
        var events: [Event] = []
        var sleepers: [Sleep: CheckedContinuation<Void, Never>] = [:]
        /// The continuation to resume when no task is running.
        var idle: CheckedContinuation<Void, Never>?

        mutating func schedule(_ sleep: Sleep, at second: Double) {
            // Of the events at the same time, the one that was scheduled first is taken first.
            var (low, high) = (0, events.count)
            while low < high {
                let middle = (low + high) / 2
                if events[middle].second > second { low = middle + 1 } else { high = middle }
            }
            events.insert(Event(second: second, sleep: sleep), at: low)
        }

        /// Records that a task sleeps or has finished, and returns the continuation to resume if no other task runs.
        mutating func stop() -> CheckedContinuation<Void, Never>? {
            runningCount -= 1
            guard runningCount == 0 else { return nil }
            defer { idle = nil }
            return idle
        }
    }

    private let state = Mutex(State())
    private let start: Date

    init(start: Date) { self.start = start }

    var now: Date { start.addingTimeInterval(second) }

    /// The number of seconds since the start.
    var second: Double { state.withLock { $0.second } }

    /// Returns a sleep for ``wait(_:for:)``, so that it can be passed to ``end(_:after:)`` before it begins.
    func makeSleep() -> Sleep {
        state.withLock { state in
            state.sleepCount += 1
            return Sleep(number: state.sleepCount)
        }
    }

    /// Suspends the calling task for a number of seconds, or until the sleep is ended.
    func wait(_ sleep: Sleep, for seconds: Double) async {
        await withCheckedContinuation { continuation in
            let idle = state.withLock { state in
                state.sleepers[sleep] = continuation
                state.schedule(sleep, at: state.second + max(0, seconds))
                return state.stop()
            }
            idle?.resume()
        }
    }

    /// Suspends the calling task for a number of seconds.
    func sleep(_ seconds: Double) async { await wait(makeSleep(), for: seconds) }

    /// Ends a sleep early, after a number of seconds.
    func end(_ sleep: Sleep, after seconds: Double) {
        state.withLock { $0.schedule(sleep, at: $0.second + seconds) }
    }

    /// Runs a task for each number, and returns when all have finished.
    func run(_ count: Int, _ operation: @escaping @Sendable (Int) async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                state.withLock { $0.runningCount += 1 }
                group.addTask {
                    await operation(number)
                    let idle = self.state.withLock { $0.stop() }
                    idle?.resume()
                }
                // Starts one task after the other, so that the order does not depend on the thread pool.
                await untilIdle()
            }
            while let sleeper = next() {
                sleeper.resume()
                await untilIdle()
            }
        }
    }

    /// Advances to the next event of a sleeping task and returns its continuation; nil if all tasks have finished.
    private func next() -> CheckedContinuation<Void, Never>? {
        state.withLock { state in
            while let event = state.events.popLast() {
                // A sleep that was ended early has two events.
                guard let sleeper = state.sleepers.removeValue(forKey: event.sleep) else { continue }
                state.second = max(state.second, event.second)
                state.runningCount += 1
                return sleeper
            }
            return nil
        }
    }

    private func untilIdle() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.runningCount > 0 { state.idle = continuation }
                return state.runningCount == 0
            }
            if isIdle { continuation.resume() }
        }
    }
}
#endif
