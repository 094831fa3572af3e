import SeekBasics
import SeekTestHelpers
import Testing

@Suite("ManualClock", .timeLimit(.minutes(1)))
struct ManualClockTests {
    @Test("a sleeper wakes up at its deadline and not before")
    func wakes() async throws {
        let clock = ManualClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(3)) }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(2))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(1))
        try await sleeper.value
        #expect(clock.sleeperCount == 0)
        #expect(clock.now == .init(offset: .seconds(3)))
    }

    @Test("sleepers wake up in the order of their deadlines")
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

    @Test("a sleep throws if its task is cancelled before or during the sleep")
    func cancellation() async {
        let clock = ManualClock()
        let sleeping = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.waitForSleepers(1)
        sleeping.cancel()
        await #expect(throws: CancellationError.self) { try await sleeping.value }
        #expect(clock.sleeperCount == 0)
        let gate = Gate()
        let early = Task {
            // Waits until the task is cancelled.
            _ = await gate.pass()
            try await clock.sleep(for: .seconds(1))
        }
        early.cancel()
        await #expect(throws: CancellationError.self) { try await early.value }
    }

    @Test("advancing by a negative duration does not change the time")
    func negativeDuration() {
        let clock = ManualClock()
        clock.advance(by: .seconds(5))
        clock.advance(by: .seconds(-2))
        #expect(clock.now.offset == .seconds(5))
    }

    @Test("sleeping until the current instant returns immediately")
    func currentInstant() async throws {
        let clock = ManualClock()
        clock.advance(by: .seconds(5))
        try await clock.sleep(until: .init(offset: .seconds(5)), tolerance: nil)
        #expect(clock.now.offset == .seconds(5))
        #expect(clock.now.duration(to: .init(offset: .seconds(7))) == .seconds(2))
        #expect(!clock.advanceToNextDeadline())
        #expect(clock.minimumResolution == .zero)
    }

    @Test("waiting for sleepers ends when the task is cancelled")
    func cancelledWait() async {
        let clock = ManualClock()
        let waiting = Task { await clock.waitForSleepers(1) }
        waiting.cancel()
        await waiting.value
    }

    private final class Order: Sendable {
        private let values = Mutex<[Int]>([])
        var all: [Int] { values.withLock { $0 } }
        func append(_ value: Int) { values.withLock { $0.append(value) } }
    }

    @Test("run advances the clock from one deadline to the next until the operation returns")
    func running() async throws {
        let clock = ManualClock()
        let order = Order()
        let result = try await clock.run {
            let sleepers = [3, 1, 2].map { seconds in
                Task {
                    try await clock.sleep(for: .seconds(seconds))
                    order.append(seconds)
                    try await clock.sleep(for: .seconds(10))
                }
            }
            for sleeper in sleepers { try await sleeper.value }
            return "done"
        }
        #expect(result == "done")
        #expect(order.all == [1, 2, 3])
        #expect(clock.now.offset == .seconds(13))
    }

    @Test("run throws a deadlock error when no task sleeps on the clock")
    func deadlock() async throws {
        let clock = ManualClock()
        let gate = Gate()
        let error = await #expect(throws: ManualClock.Deadlock.self) {
            try await clock.run(deadlockAfter: .milliseconds(50)) {
                try await clock.sleep(for: .seconds(2))
                _ = await gate.pass()
            }
        }
        #expect(error?.now.offset == .seconds(2))
        #expect(error?.description.contains("no task sleeps on the clock at 2.0 seconds") == true)
    }

    @Test("run rethrows the operation's error")
    func failingOperation() async {
        struct Stop: Error {}
        await #expect(throws: Stop.self) { try await ManualClock().run { throw Stop() } }
    }

    @Test("run ends and cancels its operation when its task is cancelled")
    func cancelledRun() async {
        let gate = Gate()
        let running = Task { try await ManualClock().run { await gate.pass() } }
        await gate.waitForArrivals()
        running.cancel()
        _ = await running.result
        await gate.waitForCancellations()
        #expect(gate.waiterCount == 0)
    }
}

@Suite("SeededGenerator")
struct SeededGeneratorTests {
    @Test("the generator produces the numbers of SplitMix64")
    func reference() {
        // The reference implementation's numbers for the seed 1234567 (Vigna, splitmix64.c).
        var generator = SeededGenerator(seed: 1_234_567)
        let numbers = (1...5).map { _ in generator.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ]
        )
    }

    @Test("equal seeds produce equal shuffles and different seeds different ones")
    func seeds() {
        func shuffled(_ seed: UInt64) -> [Int] {
            var generator = SeededGenerator(seed: seed)
            return (1...50).shuffled(using: &generator)
        }
        #expect(shuffled(1) == shuffled(1))
        #expect(shuffled(1) != shuffled(2))
    }
}
