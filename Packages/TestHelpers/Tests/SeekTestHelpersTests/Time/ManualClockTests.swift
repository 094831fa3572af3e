import SeekTestHelpers
import Testing

@Suite("A clock moves only when told to", .timeLimit(.minutes(1)))
struct ManualClockTests {
    @Test("a sleeper wakes at its deadline and not before")
    func wakes() async throws {
        let clock = ManualClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(3)) }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(2))
        #expect(clock.sleepers == 1)
        #expect(clock.nextDeadline == .init(offset: .seconds(3)))
        clock.advance(by: .seconds(1))
        try await sleeper.value
        #expect(clock.sleepers == 0)
        #expect(clock.now == .init(offset: .seconds(3)))
        #expect(clock.nextDeadline == nil)
    }

    @Test("sleepers wake in the order of their deadlines")
    func order() async throws {
        let clock = ManualClock()
        let woken = try await withThrowingTaskGroup(of: Int.self) { group in
            for seconds in [3, 1, 2] {
                group.addTask {
                    try await clock.sleep(for: .seconds(seconds))
                    return seconds
                }
            }
            await clock.waitForSleepers(3)
            var woken: [Int] = []
            while clock.advanceToNextDeadline(), let next = try await group.next() { woken.append(next) }
            return woken
        }
        #expect(woken == [1, 2, 3])
        #expect(clock.now.offset == .seconds(3))
    }

    @Test("a cancelled sleeper ends at once, before and while it sleeps")
    func cancellation() async {
        let clock = ManualClock()
        let sleeping = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.waitForSleepers(1)
        sleeping.cancel()
        await #expect(throws: CancellationError.self) { try await sleeping.value }
        #expect(clock.sleepers == 0)
        let gate = Gate()
        let early = Task {
            _ = await gate.pass()
            try await clock.sleep(for: .seconds(1))
        }
        early.cancel()
        await #expect(throws: CancellationError.self) { try await early.value }
    }

    @Test("a moment that is past needs no sleep, and time does not go back")
    func past() async throws {
        let clock = ManualClock()
        clock.advance(by: .seconds(5))
        clock.advance(by: .seconds(-2))
        try await clock.sleep(until: .init(offset: .seconds(5)), tolerance: nil)
        #expect(clock.now.offset == .seconds(5))
        #expect(clock.now.duration(to: .init(offset: .seconds(7))) == .seconds(2))
        #expect(!clock.advanceToNextDeadline())
        #expect(clock.minimumResolution == .zero)
    }

    @Test("who waits for sleepers is let go when its task is cancelled")
    func cancelledWait() async {
        let clock = ManualClock()
        let waiting = Task { await clock.waitForSleepers(1) }
        waiting.cancel()
        await waiting.value
    }
}
