import SeekBasics
import SeekSQLite
import Testing

@Suite("A serial worker")
struct SerialWorkerTests {
    private final class Log {
        var numbers: [Int] = []
    }

    private struct Failure: Error, Equatable {}

    @Test("performs operations in order, or after a delay, and returns their results or throws their errors")
    func order() async throws {
        let worker = SerialWorker(label: "test", Log())
        for number in 0..<50 { worker.enqueue { $0.numbers.append(number) } }
        #expect(await worker.perform { $0.numbers } == Array(0..<50))
        await #expect(throws: Failure()) {
            try await worker.perform { _ throws(Failure) in throw Failure() }
        }
        await withCheckedContinuation { continuation in
            worker.enqueue(afterMicroseconds: 100) { _ in continuation.resume() }
        }
    }
}
