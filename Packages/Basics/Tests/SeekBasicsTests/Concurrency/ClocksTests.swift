import SeekBasics
import Testing

@Suite("Clocks")
struct ClocksTests {
    @Test("an immediate clock advances to the deadline of each sleep; a deadline in the past has no effect")
    func immediate() async throws {
        let clock = ImmediateClock()
        let start = clock.now
        try await clock.sleep(for: .seconds(3_600))
        try await clock.sleep(for: .milliseconds(1))
        try await clock.sleep(until: start)
        #expect(clock.elapsed == .milliseconds(3_600_001))
        #expect(clock.now == start + .milliseconds(3_600_001))
    }

    @Test("a cancelled task cannot sleep on an immediate clock")
    func cancelled() async {
        let clock = ImmediateClock()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(1))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.elapsed == .zero)
    }

    @Test("a stopwatch returns the time since it was created")
    func stopwatch() async throws {
        let clock: any Clock<Duration> = ImmediateClock()
        try await clock.sleep(for: .seconds(1))
        let elapsed = clock.stopwatch()
        #expect(elapsed() == .zero)
        try await clock.sleep(for: .seconds(2))
        #expect(elapsed() == .seconds(2))
    }
}
