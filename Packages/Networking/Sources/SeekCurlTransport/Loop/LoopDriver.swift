#if os(Linux)
import CLibcurl
import SeekNetworking

/// The state of a loop: libcurl's handles, running and waiting transfers. Only one thread may use it at a time.
struct LoopDriver {
    /// The result of a turn, one iteration of the event loop.
    struct Turn: Sendable {
        /// Transfers that have ended. Their outcomes are delivered after the driver is unlocked.
        var completed: [CompletedTransfer]
        /// When the next turn is due without an event; nil for never.
        var wakeAt: ContinuousClock.Instant?
        /// Whether no transfer runs.
        var isIdle: Bool
        /// Whether the loop's thread would sleep beyond `wakeAt` and must be woken up.
        var mustWakeThread = false
    }

    /// A transfer that has ended, with its outcome.
    struct CompletedTransfer: Sendable {
        let submission: CurlLoop.Submission
        let outcome: Result<HTTPResponse, NetworkError>

        /// Resumes the caller. The only place where a transfer's continuation is resumed.
        func deliver() { submission.continuation.resume(returning: outcome) }
    }

    private let multi: MultiHandle
    private let configuration: CurlTransport.Configuration
    private let connection: ConnectionOptions
    private var transfers: [UInt64: Transfer] = [:]
    /// Submissions that the limiter has queued.
    private var waiting: [UInt64: CurlLoop.Submission] = [:]
    private var limiter: HostConcurrencyLimiter
    /// When to check next for transfers whose deadline has passed; nil for never. It is not later than the earliest
    /// deadline of all running and waiting transfers, but does not change when a transfer ends. A check that finds
    /// nothing costs less than a heap with an entry per transfer. libcurl's own timeout is not used, because it does
    /// not run while a transfer waits for a connection.
    private var nextDeadlineCheck: ContinuousClock.Instant?
    /// Easy handles for further transfers: resetting a handle is cheaper than creating one.
    private var idleHandles: [EasyHandle] = []
    private let pool = BodyPool()
    /// The ids of the running transfers that may share a connection (HTTP/2).
    private var sharing: Set<UInt64> = []
    private var sharedTransferTimer = SharedTransferTimer()
    /// Transfers that ended in the current turn.
    private var completed: [CompletedTransfer] = []
    /// When the loop's thread wakes up; nil for never.
    private var threadWakesAt: ContinuousClock.Instant?

    private static let idleHandleLimit = 64
    /// The maximum number of passes in a turn. If a pass ends a transfer, a waiting one may begin, and needs
    /// another pass.
    private static let passLimit = 8

    /// Creates a driver. Returns nil if out of memory.
    init?(poller: Poller, configuration: CurlTransport.Configuration, connection: CheckedConnectionConfiguration) {
        guard let multi = MultiHandle(poller: poller) else { return nil }
        self.multi = multi
        self.configuration = configuration
        self.connection = ConnectionOptions(connection, targetPolicy: configuration.targetPolicy)
        limiter = HostConcurrencyLimiter(limit: configuration.maximumConcurrentRequestsPerHost)
    }

    /// Runs a turn on a caller's thread.
    mutating func turn(_ commands: CurlLoop.Commands) -> Turn {
        let start = observedProcessorTime()
        defer { reportTurn(since: start) }
        execute(commands)
        var turn = advance()
        if let wakeAt = turn.wakeAt, threadWakesAt.map({ wakeAt < $0 }) ?? true {
            turn.mustWakeThread = true
            threadWakesAt = wakeAt
        }
        return turn
    }

    /// Runs a turn on the loop's thread, which has waited for events and waits again afterwards.
    mutating func turnOnLoopThread(_ commands: CurlLoop.Commands, _ events: [Poller.Event]) -> Turn {
        let start = observedProcessorTime()
        defer { reportTurn(since: start) }
        for event in events { multi.process(event) }
        if sharedTransferTimer.fireIfDue(at: .now) { multi.processAll() }
        execute(commands)
        let turn = advance()
        threadWakesAt = turn.wakeAt
        return turn
    }

    /// Ends all transfers, new ones included, as cancelled. Returns their outcomes.
    mutating func endAll(_ commands: CurlLoop.Commands) -> [CompletedTransfer] {
        for submission in commands.submissions {
            record(submission, .failure(.cancelled(submission.context(attempts: 0))))
        }
        for id in Array(waiting.keys) + Array(transfers.keys) {
            end(id) { .failure(.cancelled($0.context(attempts: $1))) }
        }
        return completed
    }

    /// Returns the thread's processor time, or nil if turns are not observed.
    private func observedProcessorTime() -> Duration? {
        configuration.turnObserver == nil ? nil : processorTimeOfThread()
    }

    private func reportTurn(since start: Duration?) {
        if let start { configuration.turnObserver?(processorTimeOfThread() - start) }
    }

    private mutating func execute(_ commands: CurlLoop.Commands) {
        for submission in commands.submissions { admit(submission) }
        for id in commands.cancellations { end(id) { .failure(.cancelled($0.context(attempts: $1))) } }
    }

    /// Runs libcurl until it must wait, at most ``passLimit`` times, and ends the transfers that are complete or
    /// overdue.
    private mutating func advance() -> Turn {
        var now = ContinuousClock.now
        for _ in 0..<Self.passLimit {
            if multi.isTimerDue(at: now) { multi.processTimer() }
            endCompleted()
            now = .now
            guard multi.isTimerDue(at: now) else { break }
        }
        endOverdue(at: now)
        defer { completed = [] }
        sharedTransferTimer.update(isSharing: !sharing.isEmpty, at: now)
        let wakeAt = [nextDeadlineCheck, multi.timerDueAt, sharedTransferTimer.dueAt].compactMap(\.self).min()
        return Turn(completed: completed, wakeAt: wakeAt, isIdle: transfers.isEmpty)
    }

    /// Hands a submission to libcurl, or queues it if the limit of its origin is reached.
    private mutating func admit(_ submission: CurlLoop.Submission) {
        guard submission.deadline > .now else {
            record(submission, .failure(.timedOut(submission.context(attempts: 0))))
            return
        }
        nextDeadlineCheck = min(nextDeadlineCheck ?? submission.deadline, submission.deadline)
        if limiter.enter(submission.id, submission.origin) {
            begin(submission)
        } else {
            waiting[submission.id] = submission
        }
    }

    /// Hands a submission to libcurl.
    private mutating func begin(_ submission: CurlLoop.Submission) {
        guard let easy = idleHandles.popLast() ?? EasyHandle() else {
            record(submission, .failure(.transport(.other("out of memory"), submission.context(attempts: 0))))
            beginNext(after: submission)
            return
        }
        let transfer = Transfer(
            submission,
            easy: easy,
            pool: pool,
            connection: connection,
            configuration: configuration
        )
        transfers[submission.id] = transfer
        if submission.origin?.scheme == "https" { sharing.insert(submission.id) }
        var code = transfer.preparation
        if code == CURLE_OK, seek_curl_multi_add_handle(multi.pointer, easy.pointer) != CURLM_OK {
            code = CURLE_FAILED_INIT
        }
        if code != CURLE_OK { end(submission.id) { _, _ in transfer.result(of: code) } }
    }

    private mutating func endCompleted() {
        while let message = seek_curl_multi_info_read(multi.pointer) {
            guard message.pointee.msg == CURLMSG_DONE, let transfer = Transfer.of(message.pointee.easy_handle) else {
                continue
            }
            // Read first: removing the handle frees the message.
            let code = seek_curl_message_result(message)
            end(transfer.submission.id) { _, _ in transfer.result(of: code) }
        }
    }

    private mutating func endOverdue(at now: ContinuousClock.Instant) {
        guard let nextDeadlineCheck, nextDeadlineCheck <= now else { return }
        // Waiting submissions first: otherwise an overdue one would begin when a running transfer ends.
        for (id, submission) in waiting where submission.deadline <= now {
            end(id) { .failure(.timedOut($0.context(attempts: $1))) }
        }
        for (id, transfer) in transfers where transfer.submission.deadline <= now {
            end(id) { .failure(.timedOut($0.context(attempts: $1))) }
        }
        let deadlines = transfers.values.map(\.submission.deadline) + waiting.values.map(\.deadline)
        self.nextDeadlineCheck = deadlines.min()
    }

    /// Removes a transfer and records its outcome. Unknown ids are ignored: the transfer may have ended already.
    ///
    /// - Parameter outcome: Returns the outcome, given the attempts: 0 if the submission was still queued, otherwise 1.
    private mutating func end(
        _ id: UInt64,
        outcome: (CurlLoop.Submission, _ attempts: Int) -> Result<HTTPResponse, NetworkError>
    ) {
        if let submission = waiting.removeValue(forKey: id) {
            record(submission, outcome(submission, 0))
            return
        }
        guard let transfer = transfers.removeValue(forKey: id) else { return }
        sharing.remove(id)
        seek_curl_multi_remove_handle(multi.pointer, transfer.easy.pointer)
        record(transfer.submission, outcome(transfer.submission, 1))
        if idleHandles.count < Self.idleHandleLimit { idleHandles.append(transfer.easy) }
        beginNext(after: transfer.submission)
    }

    private mutating func record(_ submission: CurlLoop.Submission, _ outcome: Result<HTTPResponse, NetworkError>) {
        completed.append(CompletedTransfer(submission: submission, outcome: outcome))
    }

    /// Begins the next submission to the same origin, if one waits.
    private mutating func beginNext(after submission: CurlLoop.Submission) {
        let next = limiter.leave(submission.origin) { waiting[$0] != nil }
        if let next, let submission = waiting.removeValue(forKey: next) { begin(submission) }
    }
}
#endif
