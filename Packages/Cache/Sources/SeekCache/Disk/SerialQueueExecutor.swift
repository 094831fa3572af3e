import Dispatch

/// Runs an actor's jobs on a dispatch queue of its own, so that none of them, however long it waits for the disk, keeps one
/// of the few threads all other tasks share.
final class SerialQueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
    }
}
