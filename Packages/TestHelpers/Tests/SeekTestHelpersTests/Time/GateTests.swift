import SeekTestHelpers
import Testing

@Suite("Gate", .timeLimit(.minutes(1)))
struct GateTests {
    @Test("waiters pass in order, and an open gate lets later tasks pass immediately")
    func opening() async {
        let gate = Gate()
        let first = Task { await gate.pass() }
        await gate.waitForArrivals(1)
        let second = Task { await gate.pass() }
        await gate.waitForArrivals(2)
        #expect(gate.waiterCount == 2)
        gate.letOnePass()
        #expect(await first.value == .passed)
        #expect(gate.waiterCount == 1)
        gate.open()
        #expect(await second.value == .passed)
        #expect(await gate.pass() == .passed)
        // Has no effect without a waiter.
        gate.letOnePass()
    }

    @Test("a cancelled task does not pass, whether the gate is closed or open")
    func cancellation() async {
        let gate = Gate()
        let waiting = Task { await gate.pass(by: .now + .seconds(600)) }
        await gate.waitForArrivals(1)
        waiting.cancel()
        #expect(await waiting.value == .cancelled)
        let cancelledAtClosedGate = Task {
            // Returns when the task is cancelled, as below.
            await gate.waitForArrivals(100)
            return await gate.pass()
        }
        cancelledAtClosedGate.cancel()
        #expect(await cancelledAtClosedGate.value == .cancelled)
        gate.open()
        let cancelledAtOpenGate = Task {
            await gate.waitForArrivals(100)
            return await gate.pass()
        }
        cancelledAtOpenGate.cancel()
        #expect(await cancelledAtOpenGate.value == .cancelled)
        #expect(gate.cancellationCount == 3)
    }

    @Test("waitForCancellations() returns once the given number of waiters have been cancelled")
    func cancellations() async {
        let gate = Gate()
        let tasks = (0..<3).map { _ in Task { await gate.pass() } }
        await gate.waitForArrivals(3)
        #expect(gate.cancellationCount == 0)
        tasks[0].cancel()
        await gate.waitForCancellations()
        tasks[1].cancel()
        await gate.waitForCancellations(2)
        #expect(gate.cancellationCount == 2)
        #expect(gate.waiterCount == 1)
        gate.open()
        #expect(await tasks[2].value == .passed)
        #expect(gate.cancellationCount == 2)
    }

    @Test("a wait ends at its deadline, immediately if the deadline has passed")
    func deadline() async {
        let gate = Gate()
        #expect(await gate.pass(by: .now) == .timedOut)
        #expect(await gate.pass(by: .now + .milliseconds(20)) == .timedOut)
        #expect(gate.waiterCount == 0)
    }
}
