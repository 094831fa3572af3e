#if os(Linux)
import SeekTestHelpers
import Synchronization
import Testing

@testable import FleetBench
import Foundation

@Suite("Simulated time")
struct SimulatedTimeTests {
    let time = SimulatedTime(start: Date(timeIntervalSince1970: 1_000))

    @Test("tasks continue in the order in which their sleeps end, and the time stops at the end of the last sleep")
    func order() async {
        let log = Mutex<[String]>([])
        await time.run(3) { [time] number in
            for step in 1...2 {
                await time.sleep(Double(10 - number) * Double(step))
                let second = Int(time.second)
                log.withLock { $0.append("\(number) at \(second)") }
            }
        }
        #expect(log.withLock { $0 } == ["2 at 8", "1 at 9", "0 at 10", "2 at 24", "1 at 27", "0 at 30"])
        #expect(time.now == Date(timeIntervalSince1970: 1_030))
    }

    @Test("a sleep that is ended early does not last its full duration")
    func endedEarly() async {
        let sleep = time.makeSleep()
        await time.run(2) { [time] number in
            if number == 0 {
                await time.wait(sleep, for: 100)
                #expect(time.second == 5)
            } else {
                await time.sleep(4)
                time.end(sleep, after: 1)
            }
        }
        #expect(time.second == 5)
    }

    @Test("the time also advances for an unstructured task that a task of the simulation awaits")
    func unstructured() async {
        await time.run(1) { [time] _ in
            await Task { await time.sleep(7) }.value
            #expect(time.second == 7)
        }
        #expect(time.second == 7)
    }
}
#endif
