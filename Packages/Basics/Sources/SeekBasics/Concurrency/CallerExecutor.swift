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
        while true {
            if let job = takeJob() {
                job.runSynchronously(on: executor)
                jobCount += 1
                // A task that calls `Task.yield()` is due again at once, and would keep the thread from other tasks.
                if jobCount.isMultiple(of: 16) { await Task.yield() }
            } else if let job = await waitForJob() {
                job.runSynchronously(on: executor)
            } else {
                return
            }
        }
    }

    private func takeJob() -> UnownedJob? {
        state.withLock { state in
            defer { state.nextJob = nil }
            return state.nextJob
        }
    }

    /// Returns nil if the caller takes no more jobs.
    private func waitForJob() async -> UnownedJob? {
        await withCheckedContinuation { continuation in
            let (isWaiting, job) = state.withLock { state -> (Bool, UnownedJob?) in
                guard case .running = state.caller, state.nextJob == nil else {
                    defer { state.nextJob = nil }
                    return (false, state.nextJob)
                }
                state.caller = .waiting(continuation)
                return (true, nil)
            }
            if !isWaiting { continuation.resume(returning: job) }
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
