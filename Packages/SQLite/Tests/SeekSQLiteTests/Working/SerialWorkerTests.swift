import SeekBasics
import SeekSQLite
import Testing

@Suite("A worker")
struct SerialWorkerTests {
    private final class Log {
        var lines: [Int] = []
    }

    private struct Failure: Error, Equatable {}

    @Test("does one thing after the other, and hands on what it makes or throws")
    func order() async throws {
        let worker = SerialWorker(label: "test", Log())
        for number in 0..<50 { worker.later { $0.lines.append(number) } }
        #expect(await worker.perform { $0.lines } == Array(0..<50))
        await #expect(throws: Failure()) {
            try await worker.perform { _ throws(Failure) in throw Failure() }
        }
        await withCheckedContinuation { continuation in
            worker.later(in: 100) { _ in continuation.resume() }
        }
    }
}
