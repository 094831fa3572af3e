#if os(Linux)
import SeekBasics
import SeekNetworking

/// Runs all transfers of a transport. Requests and cancellations are accepted from any thread.
///
/// Commands are placed in an inbox. The loop's thread executes them, waits for sockets and enforces deadlines. While no
/// transfer is running, the calling thread starts the submitted request itself, which saves waking up the loop's
/// thread.
final class CurlLoop: Sendable {
    /// A request and the continuation that receives its outcome.
    struct Submission: Sendable {
        let id: UInt64
        let request: HTTPRequest
        let deadline: ContinuousClock.Instant
        let maximumBodySize: Int
        let continuation: CheckedContinuation<Result<HTTPResponse, NetworkError>, Never>
        /// Nil if progress is not observed.
        let meter: ProgressMeter?
        /// Refuses a private address after an earlier hop of the redirect was sent to a public one; nil if the
        /// addresses of the request and its redirects are not tracked.
        let trail: RedirectTrail?

        var origin: Origin? { request.origin }

        /// Returns the context of an error. Called for failures only, because redacting the URL takes time.
        func context(attempts: Int) -> NetworkError.Context {
            NetworkError.Context(request: request, attempts: attempts)
        }
    }

    /// Commands that have not been executed yet.
    struct Commands: Sendable {
        var submissions: [Submission] = []
        var cancellations: [UInt64] = []

        var isEmpty: Bool { submissions.isEmpty && cancellations.isEmpty }
    }

    private struct Inbox {
        var commands = Commands()
        /// Whether the loop's thread waits and must be woken up for new commands.
        var isThreadAsleep = false
        var isStopping = false
    }

    private let inbox = Mutex(Inbox())
    /// Executes the commands, on the thread that holds the lock. Nil once the loop has ended.
    private let driver: Mutex<LoopDriver?>
    /// Whether no transfer was running after the last turn (iteration of the loop); false while a caller's thread
    /// drives the loop. Read without the driver's lock.
    private let isIdle = Atomic(true)
    private let thread = Mutex<SystemThread?>(nil)
    private let poller: Poller
    private let lastID = Atomic<UInt64>(0)

    /// Starts a loop. The first one of a process loads libcurl.
    init(
        configuration: CurlTransport.Configuration,
        connection: CheckedConnectionConfiguration
    ) throws(CurlLibrary.LoadFailure) {
        try CurlLibrary.load(configuration.library)
        guard let poller = Poller(),
            let driver = LoopDriver(poller: poller, configuration: configuration, connection: connection)
        else { throw .initializationFailed }
        self.poller = poller
        self.driver = Mutex(driver)
        guard let thread = SystemThread({ [self] in runThread() }) else { throw .initializationFailed }
        self.thread.withLock { $0 = thread }
    }

    /// Sends a request and returns its outcome: the complete response, or an error. Cancelling the calling task
    /// cancels the request.
    func run(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int
    ) async -> Result<HTTPResponse, NetworkError> {
        let id = lastID.add(1, ordering: .relaxed).newValue
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Created here, because the meter and the trail are read from task-local values of the caller.
                let submission = Submission(
                    id: id,
                    request: request,
                    deadline: deadline,
                    maximumBodySize: maximumBodySize,
                    continuation: continuation,
                    meter: ProgressMeter(bodySize: request.body?.count ?? 0),
                    trail: RedirectTrail.of(request)
                )
                submit(submission)
                // A cancellation that preceded the submission found nothing to cancel.
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func submit(_ submission: Submission) {
        guard isIdle.load(ordering: .relaxed) else {
            post { $0.commands.submissions.append(submission) }
            return
        }
        inbox.withLock { $0.commands.submissions.append(submission) }
        withSIGPIPEBlocked { driveOnCallersThread() }
    }

    /// Cancels a transfer. Does nothing if it has ended. Only posts a command: the thread that calls `Task.cancel()`
    /// runs the cancellation handler, and must not perform I/O or deliver the outcomes of transfers there.
    func cancel(_ id: UInt64) {
        post { $0.commands.cancellations.append(id) }
    }

    /// Ends the loop. Remaining transfers end as cancelled. Waits for the loop's thread, unless called on it.
    func stop() {
        post { $0.isStopping = true }
        thread.withLock { thread in
            defer { thread = nil }
            return thread
        }?.join()
    }

    /// Changes the inbox, and wakes up the loop's thread if it waits.
    private func post(_ change: (inout Inbox) -> Void) {
        let mustWakeUp = inbox.withLock { inbox in
            change(&inbox)
            defer { inbox.isThreadAsleep = false }
            return inbox.isThreadAsleep
        }
        if mustWakeUp { poller.wakeUp() }
    }

    /// Executes the commands on the calling thread, or wakes up the loop's thread if another thread holds the driver.
    private func driveOnCallersThread() {
        let turn =
            driver.withLockIfAvailable { driver in
                isIdle.store(false, ordering: .relaxed)
                let turn = driver?.turn(takeCommands())
                isIdle.store(turn?.isIdle ?? false, ordering: .relaxed)
                return turn
            } ?? nil
        guard let turn else {
            post { _ in }
            return
        }
        for transfer in turn.completed { transfer.deliver() }
        if turn.mustWakeThread { poller.wakeUp() }
    }

    /// The body of the loop's thread.
    private func runThread() {
        var events: [Poller.Event] = []
        while true {
            let turn = driver.withLock { driver in
                let turn = driver?.turnOnLoopThread(takeCommands(), events)
                isIdle.store(turn?.isIdle ?? false, ordering: .relaxed)
                return turn
            }
            guard let turn else { break }
            for transfer in turn.completed { transfer.deliver() }
            let (mayWait, isStopping) = inbox.withLock { inbox in
                inbox.isThreadAsleep = inbox.commands.isEmpty && !inbox.isStopping
                return (inbox.isThreadAsleep, inbox.isStopping)
            }
            guard !isStopping else { break }
            events = []
            guard mayWait else { continue }
            events = poller.wait(until: turn.wakeAt)
            inbox.withLock { $0.isThreadAsleep = false }
        }
        let completed = driver.withLock { driver in
            defer { driver = nil }
            return driver?.endAll(takeCommands()) ?? []
        }
        for transfer in completed { transfer.deliver() }
    }

    /// Empties the inbox and returns its commands. The driver must be locked, so that batches of commands are executed
    /// in the order in which they were taken.
    private func takeCommands() -> Commands {
        inbox.withLock { inbox in
            defer { inbox.commands = Commands() }
            return inbox.commands
        }
    }
}

/// Limits how many transfers to one origin run at a time; further ones wait in the order of their arrival.
/// Performs no I/O.
///
/// Replaces libcurl's own limit (`CURLMOPT_MAX_HOST_CONNECTIONS`): version 7.88 sometimes left a transfer waiting
/// indefinitely although a connection was free.
struct HostConcurrencyLimiter {
    private struct Host {
        var running = 0
        var queue: ArraySlice<UInt64> = []
    }

    private let limit: Int
    private var hosts: [Origin?: Host] = [:]

    /// Creates a limiter. A limit of 0 or less means no limit.
    init(limit: Int) { self.limit = limit }

    /// Takes a slot for a transfer if its origin has a free one, and queues the transfer otherwise. Returns whether the
    /// transfer may run now.
    mutating func enter(_ id: UInt64, _ origin: Origin?) -> Bool {
        var host = hosts[origin] ?? Host()
        let mayRun = limit <= 0 || host.running < limit
        if mayRun { host.running += 1 } else { host.queue.append(id) }
        hosts[origin] = host
        return mayRun
    }

    /// Frees the slot of a transfer that has ended.
    ///
    /// - Parameter isWaiting: Returns whether a queued transfer still waits. Those that do not are dropped.
    /// - Returns: The queued transfer that may run now, if any.
    mutating func leave(_ origin: Origin?, isWaiting: (UInt64) -> Bool) -> UInt64? {
        guard var host = hosts[origin] else { return nil }
        host.running -= 1
        var next: UInt64?
        while next == nil, let first = host.queue.popFirst() {
            if isWaiting(first) { next = first }
        }
        if next != nil { host.running += 1 }
        hosts[origin] = host.running == 0 ? nil : host
        return next
    }
}
#endif
