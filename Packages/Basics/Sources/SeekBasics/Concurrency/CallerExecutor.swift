/// Runs the jobs of a task on the thread of a caller that waits for the task, so that neither changes threads for the
/// other.
///
/// The task has its own cancellation and may outlive its caller: after ``stop()``, its jobs run on the global executor.
/// If several jobs are due at once, such as those of child tasks, the others run there as well.
final class CallerExecutor: TaskExecutor {
    private enum Caller {
        /// The caller runs a job, or is about to take the next one.
        case running
        case waiting(CheckedContinuation<UnownedJob?, Never>)
        /// The caller takes no more jobs.
        case stopped
    }

    private struct State {
        var caller = Caller.running
        /// The job that the caller takes next; nil unless it is running.
        var nextJob: UnownedJob?

        mutating func takeJob() -> (job: UnownedJob?, mustWait: Bool) {
            if case .stopped = caller { return (nil, false) }
            defer { nextJob = nil }
            return (nextJob, nextJob == nil)
        }
    }

    private let state = Mutex(State())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let (isAccepted, continuation) = state.withLock { state -> (Bool, CheckedContinuation<UnownedJob?, Never>?) in
            switch state.caller {
            case .running where state.nextJob == nil:
                state.nextJob = job
                return (true, nil)
            case .waiting(let continuation):
                state.caller = .running
                return (true, continuation)
            case .running, .stopped: return (false, nil)
            }
        }
        if !isAccepted { globalConcurrentExecutor.enqueue(job) }
        continuation?.resume(returning: job)
    }

    /// Runs jobs on the calling task until ``stop()`` is called.
    func run() async {
        let executor = asUnownedTaskExecutor()
        var jobCount = 0
        while let job = await nextJob() {
            job.runSynchronously(on: executor)
            jobCount += 1
            // A task that calls `Task.yield()` is due again at once, and would keep the thread from other tasks.
            if jobCount.isMultiple(of: 16) { await Task.yield() }
        }
    }

    /// Returns nil if the caller takes no more jobs.
    private func nextJob() async -> UnownedJob? {
        // Without a continuation if possible, because creating one takes time.
        let (job, mustWait) = state.withLock { $0.takeJob() }
        guard mustWait else { return job }
        return await withCheckedContinuation { continuation in
            let (job, mustWait) = state.withLock { state in
                let taken = state.takeJob()
                if taken.mustWait { state.caller = .waiting(continuation) }
                return taken
            }
            if !mustWait { continuation.resume(returning: job) }
        }
    }

    /// Lets ``run()`` return after the job that it is running.
    func stop() {
        let (continuation, job) = state.withLock { state -> (CheckedContinuation<UnownedJob?, Never>?, UnownedJob?) in
            defer { state = State(caller: .stopped) }
            if case .waiting(let continuation) = state.caller { return (continuation, nil) }
            return (nil, state.nextJob)
        }
        continuation?.resume(returning: nil)
        if let job { globalConcurrentExecutor.enqueue(job) }
    }
}

/// Runs an operation that does not observe the cancellation of the current task, and returns when it has ended.
public func withoutCancellation<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let executor = CallerExecutor()
    let task = Task(executorPreference: executor) {
        defer { executor.stop() }
        return try await operation()
    }
    await executor.run()
    return try await task.value
}
