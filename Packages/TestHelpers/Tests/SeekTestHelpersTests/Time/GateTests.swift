import SeekTestHelpers
import Testing

@Suite("A gate holds until it is opened", .timeLimit(.minutes(1)))
struct GateTests {
    @Test("those who wait pass in their order, those who come later pass at once")
    func opening() async {
        let gate = Gate()
        let first = Task { await gate.pass() }
        await gate.waitForArrivals(1)
        let second = Task { await gate.pass() }
        await gate.waitForArrivals(2)
        #expect(gate.waiting == 2)
        gate.letOnePass()
        #expect(await first.value == .passed)
        #expect(gate.waiting == 1)
        gate.open()
        #expect(await second.value == .passed)
        #expect(await gate.pass() == .passed)
        gate.letOnePass()
    }

    @Test("a cancelled task does not wait on")
    func cancellation() async {
        let gate = Gate()
        let waiting = Task { await gate.pass(by: .now + .seconds(600)) }
        await gate.waitForArrivals(1)
        waiting.cancel()
        #expect(await waiting.value == .cancelled)
        let early = Task {
            await gate.waitForArrivals(100)
            return await gate.pass()
        }
        early.cancel()
        #expect(await early.value == .cancelled)
        gate.open()
        let late = Task {
            await gate.waitForArrivals(100)
            return await gate.pass()
        }
        late.cancel()
        #expect(await late.value == .cancelled)
        #expect(gate.cancelled == 3)
    }

    @Test("who was cancelled is counted and can be waited for, who passed is not")
    func cancellations() async {
        let gate = Gate()
        let tasks = (0..<3).map { _ in Task { await gate.pass() } }
        await gate.waitForArrivals(3)
        #expect(gate.cancelled == 0)
        tasks[0].cancel()
        await gate.waitForCancellations()
        tasks[1].cancel()
        await gate.waitForCancellations(2)
        #expect(gate.cancelled == 2 && gate.waiting == 1)
        gate.open()
        #expect(await tasks[2].value == .passed)
        #expect(gate.cancelled == 2)
    }

    @Test("a deadline ends the wait, one that is past at once")
    func deadline() async {
        let gate = Gate()
        #expect(await gate.pass(by: .now) == .timedOut)
        #expect(await gate.pass(by: .now + .milliseconds(20)) == .timedOut)
        #expect(gate.waiting == 0)
    }
}
