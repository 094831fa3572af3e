import Dispatch
import SeekBasics

/// Runs a task on the thread that waits for it: the thread of a connection, which can block.
///
/// Swift's thread pool has one thread per core. If socket tests block all of them, a task on the pool could not create
/// the responses that these tests wait for.
final class ThreadExecutor: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    private let wakeUps = DispatchSemaphore(value: 0)

    private init() {}

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        wakeUps.signal()
    }

    /// Runs an operation on the calling thread until it completes.
    static func wait<Value: Sendable>(_ operation: @escaping @Sendable () async -> Value) -> Value {
        let executor = ThreadExecutor()
        let outcome = Outcome<Value>()
        Task(executorPreference: executor) {
            let value = await operation()
            outcome.value.withLock { $0 = value }
            executor.wakeUps.signal()
        }
        while true {
            executor.wakeUps.wait()
            let job = executor.jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            job?.runSynchronously(on: executor.asUnownedTaskExecutor())
            if let value = outcome.value.withLock({ $0 }) { return value }
        }
    }

    private final class Outcome<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }
}
