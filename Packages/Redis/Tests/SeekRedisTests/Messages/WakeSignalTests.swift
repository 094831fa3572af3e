import SeekTestingSupport
import Testing

@testable import SeekRedis

@Suite("A wake-up signal")
struct WakeSignalTests {
    private let inAnHour = ContinuousClock.now + .seconds(3_600)

    @Test("wakes up the task that waits")
    func message() async {
        let signal = WakeSignal()
        async let isWoken = signal.wait(until: inAnHour)
        signal.fire(isMessage: true)
        #expect(await isWoken)
    }

    @Test("if fired before any wait, ends the next wait only")
    func before() async {
        let signal = WakeSignal()
        signal.fire(isMessage: true)
        signal.fire(isMessage: false)
        // One of the two was a message.
        #expect(await signal.wait(until: inAnHour))
        #expect(await !signal.wait(until: .now))
    }

    @Test("ends the wait at the deadline")
    func deadline() async {
        #expect(await !WakeSignal().wait(until: .now + .milliseconds(1)))
    }

    @Test("ends the wait of a cancelled task")
    func cancellation() async {
        let signal = WakeSignal()
        let task = Task { [inAnHour] in await signal.wait(until: inAnHour) }
        task.cancel()
        #expect(await !task.value)
    }
}
