import Dispatch
import SeekBasics

/// Runs a task on a thread that waits for it: that of a connection, which may block.
///
/// Swift's own pool has as many threads as the machine has cores. Tests that block them, as tests of sockets do, would keep an
/// answer from being made that they themselves wait for.
final class ThreadExecutor: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    private init() {}

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        arrivals.signal()
    }

    /// Runs an operation to its end on the calling thread.
    static func wait<Value: Sendable>(_ operation: @escaping @Sendable () async -> Value) -> Value {
        let executor = ThreadExecutor()
        let outcome = Outcome<Value>()
        Task(executorPreference: executor) {
            let value = await operation()
            outcome.value.withLock { $0 = value }
            executor.arrivals.signal()
        }
        while true {
            executor.arrivals.wait()
            let job = executor.jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            job?.runSynchronously(on: executor.asUnownedTaskExecutor())
            if let value = outcome.value.withLock({ $0 }) { return value }
        }
    }

    private final class Outcome<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }
}
