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

@Suite("A duration of seconds")
struct DurationTests {
    @Test(
        "is limited to 1,000 years, and rounded up to a millisecond; NaN becomes zero",
        arguments: [
            (2.5, 2_500), (1.000_1, 1_001), (-1, -1_000), (4_294_967_295, 4_294_967_295_000), (.nan, 0),
            (9.3e18, 31_556_952_000_000), (1e300, 31_556_952_000_000), (-1e300, -31_556_952_000_000),
            (.infinity, 31_556_952_000_000), (-.infinity, -31_556_952_000_000),
        ] as [(Double, Int64)]
    )
    func clamping(seconds: Double, milliseconds: Int64) {
        #expect(Duration(clampingSeconds: seconds) == .milliseconds(milliseconds))
    }

    @Test("has its value in seconds", arguments: [0.25, -3, 31_556_952_000])
    func seconds(value: Double) {
        #expect(Duration.seconds(value).seconds == value)
    }
}
