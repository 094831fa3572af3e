import Foundation
import SeekBasics
import Testing

@Suite("Operations on the thread of their caller", .timeLimit(.minutes(2)))
struct CallerExecutorTests {
    private final class Flag: Sendable {
        let isSet = Mutex(false)
    }

    @Test("give up the thread when they yield, so that tasks they wait for run, however many there are")
    func yielding() async throws {
        let flag = Flag()
        // More than there are threads for tasks.
        let waiting = (0..<2 * ProcessInfo.processInfo.activeProcessorCount).map { _ in
            Task {
                try await withoutCancellation {
                    try await withoutCancellation {
                        while !flag.isSet.withLock(\.self) { await Task.yield() }
                    }
                }
            }
        }
        let setter = Task { flag.isSet.withLock { $0 = true } }
        await setter.value
        for task in waiting { try await task.value }
    }

    @Test("run to their end although their caller is cancelled")
    func cancellation() async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await withoutCancellation { Task.isCancelled }
        }
        #expect(try await task.value == false)
    }
}
