import Dispatch

/// Runs a task's jobs on a thread of its own, for a task that is to block: the threads all tasks share must not.
final class OwnThread: TaskExecutor {
    private let queue = DispatchQueue(label: "own thread")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
