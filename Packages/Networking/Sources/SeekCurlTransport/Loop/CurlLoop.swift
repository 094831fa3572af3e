#if os(Linux)
import SeekBasics
import SeekNetworking

/// The loop that drives all transfers of a transport, seen from outside: hand in, cancel, stop.
///
/// Callers leave their wishes in the inbox. Where no transfer runs and nobody drives, who hands in a request carries out what
/// stands there on its own thread, so that the request goes out without waiting for a thread to wake. All else is for the loop's
/// own thread, which waits for what the servers send and for the deadlines.
final class CurlLoop: Sendable {
    /// A request on its way to the loop, and who waits for the outcome.
    final class Submission: Sendable {
        let id: UInt64
        let request: HTTPRequest
        let deadline: ContinuousClock.Instant
        let maximumBodySize: Int
        let continuation: CheckedContinuation<Result<HTTPResponse, NetworkError>, Never>
        /// Nil where nobody asked for progress.
        let meter: ProgressMeter?
        /// Nil where the request can be no redirect's.
        let trail: RedirectTrail?

        init(
            id: UInt64,
            request: HTTPRequest,
            deadline: ContinuousClock.Instant,
            maximumBodySize: Int,
            continuation: CheckedContinuation<Result<HTTPResponse, NetworkError>, Never>,
            meter: ProgressMeter?,
            trail: RedirectTrail?
        ) {
            self.id = id
            self.request = request
            self.deadline = deadline
            self.maximumBodySize = maximumBodySize
            self.continuation = continuation
            self.meter = meter
            self.trail = trail
        }

        /// Whom the gate counts it to.
        var origin: Origin? { request.origin }
    }

    /// What callers have left for the loop.
    struct Work: Sendable {
        var submissions: [Submission] = []
        var cancelled: [UInt64] = []

        var isEmpty: Bool { submissions.isEmpty && cancelled.isEmpty }
    }

    private struct Inbox {
        var work = Work()
        /// Whether the loop's thread waits, and must be woken for what is left here.
        var isThreadAsleep = false
        var isStopping = false
    }

    private let inbox = Mutex(Inbox())
    /// Whoever holds it drives; nil once the loop has ended.
    private let driver: Mutex<LoopDriver?>
    /// Whether a caller would find the driver idle: nobody drives, and no transfer runs.
    private let isIdle = Atomic(true)
    private let thread = Mutex<LoopThread?>(nil)
    private let poller: Poller
    private let lastID = Atomic<UInt64>(0)

    /// Starts a loop; the first one of a process loads libcurl.
    init(configuration: CurlTransport.Configuration) throws(CurlLibrary.LoadFailure) {
        try CurlLibrary.load(configuration.library)
        guard let poller = Poller(), let driver = LoopDriver(poller: poller, configuration: configuration) else {
            throw .start
        }
        self.poller = poller
        self.driver = Mutex(driver)
        guard let thread = LoopThread({ [self] in run() }) else { throw .start }
        self.thread.withLock { $0 = thread }
    }

    /// Runs a request to its end: an answer, an error, or the cancellation of the calling task.
    func run(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int
    ) async -> Result<HTTPResponse, NetworkError> {
        let id = lastID.add(1, ordering: .relaxed).newValue
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let submission = Submission(
                    id: id,
                    request: request,
                    deadline: deadline,
                    maximumBodySize: maximumBodySize,
                    continuation: continuation,
                    meter: ProgressMeter(bodySize: request.body?.count ?? 0),
                    trail: RedirectTrail.of(request)
                )
                if isIdle.load(ordering: .relaxed) {
                    inbox.withLock { $0.work.submissions.append(submission) }
                    SIGPIPEBlock.withoutPipeSignal { drive() }
                } else {
                    leave { $0.work.submissions.append(submission) }
                }
                // A cancellation from before the submission has found nothing to cancel.
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    /// Ends the loop and its thread; transfers still there end as cancelled. Returns once the thread is gone.
    func stop() {
        leave { $0.isStopping = true }
        thread.withLock { thread in
            defer { thread = nil }
            return thread
        }?.join()
    }

    /// Ends a transfer; one that has ended already is left alone.
    func cancel(_ id: UInt64) {
        leave { $0.work.cancelled.append(id) }
    }

    /// Leaves a wish for the loop's thread. Cancelling happens in the middle of other people's work: libcurl is not called there.
    private func leave(_ wish: (inout Inbox) -> Void) {
        let mustRing = inbox.withLock { inbox in
            wish(&inbox)
            defer { inbox.isThreadAsleep = false }
            return inbox.isThreadAsleep
        }
        if mustRing { poller.ring() }
    }

    /// Carries out on a caller's thread what has been left; where another thread drives, that is for the loop's thread.
    private func drive() {
        let turn = driver.withLockIfAvailable { driver in
            isIdle.store(false, ordering: .relaxed)
            let turn = driver?.turn(takeWork())
            isIdle.store(turn?.isIdle ?? false, ordering: .relaxed)
            return turn
        }
        if case .some(.some(let turn)) = turn {
            for ended in turn.ended { ended.handOver() }
            if turn.isThreadLate { poller.ring() }
        } else {
            leave { _ in }
        }
    }

    /// What the loop's thread does until the loop is stopped.
    private func run() {
        var events: [Poller.Event] = []
        while true {
            let turn = driver.withLock { driver in
                let turn = driver?.turnOfThread(takeWork(), events)
                isIdle.store(turn?.isIdle ?? false, ordering: .relaxed)
                return turn
            }
            guard let turn else { break }
            for ended in turn.ended { ended.handOver() }
            let (mayWait, isStopping) = inbox.withLock { inbox in
                inbox.isThreadAsleep = inbox.work.isEmpty && !inbox.isStopping
                return (inbox.isThreadAsleep, inbox.isStopping)
            }
            guard !isStopping else { break }
            events = []
            guard mayWait else { continue }
            events = poller.wait(until: turn.wakeAt)
            inbox.withLock { $0.isThreadAsleep = false }
        }
        let ended = driver.withLock { driver in
            defer { driver = nil }
            return driver?.endAll(takeWork()) ?? []
        }
        for ended in ended { ended.handOver() }
    }

    /// What has been left since the last time. Taken by who drives alone: a cancellation must not overtake its submission.
    private func takeWork() -> Work {
        inbox.withLock { inbox in
            defer { inbox.work = Work() }
            return inbox.work
        }
    }
}
#endif
