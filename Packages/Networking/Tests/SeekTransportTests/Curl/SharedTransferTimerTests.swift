#if os(Linux)
import Testing

@testable import SeekCurlTransport

@Suite("The timer of transfers that share a connection")
struct SharedTransferTimerTests {
    private let start = ContinuousClock.now

    @Test("fires every 20 ms, even if the loop has events or new requests each millisecond")
    func busyLoop() {
        var timer = SharedTransferTimer()
        var fired: [Int] = []
        for millisecond in 0..<50 {
            let now = start + .milliseconds(millisecond)
            if timer.fireIfDue(at: now) { fired.append(millisecond) }
            timer.update(isSharing: true, at: now)
        }
        #expect(fired == [20, 40])
    }

    @Test("does not fire after the last transfer that shared a connection has ended")
    func ended() {
        var timer = SharedTransferTimer()
        timer.update(isSharing: true, at: start)
        #expect(timer.dueAt == start + .milliseconds(20))
        timer.update(isSharing: false, at: start)
        #expect(timer.dueAt == nil)
        let fires = timer.fireIfDue(at: start + .seconds(1))
        #expect(!fires)
    }
}
#endif
