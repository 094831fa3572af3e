#if os(Linux)
import CLibcurl
import SeekNetworking

/// The loop seen from inside: what is done in a turn, by one thread at a time.
struct LoopDriver {
    /// What came of a turn.
    struct Turn: Sendable {
        /// Whose transfers have ended. They are told once others can drive.
        var ended: [Ended]
        /// When the next turn is due though nobody asks for it; nil for never.
        var wakeAt: ContinuousClock.Instant?
        /// Whether no transfer runs.
        var isIdle: Bool
        /// Whether the loop's thread sleeps beyond `wakeAt`.
        var isThreadLate = false
    }

    /// A transfer that has ended, and how.
    struct Ended: Sendable {
        let submission: CurlLoop.Submission
        let outcome: Result<HTTPResponse, NetworkError>
    }

    private let multi: MultiHandle
    private let configuration: CurlTransport.Configuration
    /// Whether a request's address may be a proxy's, so that it says nothing about the target.
    private let mayUseProxy: Bool
    private var transfers: [UInt64: Transfer] = [:]
    /// Those that wait at the gate.
    private var waiting: [UInt64: CurlLoop.Submission] = [:]
    private var gate: HostConcurrencyLimiter
    private var deadlines = DeadlineWatch()
    /// Easy handles that wait for their next transfer: making one costs more than resetting it.
    private var idleHandles: [EasyHandle] = []
    private let pool = BodyPool()
    /// Transfers that may share a connection.
    private var sharing: Set<UInt64> = []
    /// Those that have ended in this turn.
    private var ended: [Ended] = []
    /// Until when the loop's thread sleeps; nil for longer than anyone waits.
    private var threadSleepsUntil: ContinuousClock.Instant?

    private static let idleHandleLimit = 64
    /// A transfer that has ended lets another begin, which may end at once: so often before others get their turn.
    private static let passLimit = 8

    /// The longest sleep while transfers may share a connection (HTTP/2). libcurl (7.88) now and then has read
    /// a frame of one while it served another, and waits for the socket to tell of it: 300 requests at once stood still for
    /// 30 s, until a timer fired, in 4 of 48 runs; with this in none of 70.
    private static let longestSharedSleep = Duration.milliseconds(20)

    /// Makes a driver; nil where there is no memory.
    init?(poller: Poller, configuration: CurlTransport.Configuration) {
        guard let multi = MultiHandle(poller: poller) else { return nil }
        self.multi = multi
        self.configuration = configuration
        mayUseProxy = configuration.mayUseProxy && ProxyEnvironment.namesProxy
        gate = HostConcurrencyLimiter(limit: configuration.maximumConcurrentRequestsPerHost)
    }

    /// A turn on a caller's thread: takes in work and lets libcurl go on.
    mutating func turn(_ work: CurlLoop.Work) -> Turn {
        let start = startOfTurn()
        defer { reportTurn(since: start) }
        take(work)
        var turn = finish()
        if let wakeAt = turn.wakeAt, threadSleepsUntil.map({ wakeAt < $0 }) ?? true {
            turn.isThreadLate = true
            threadSleepsUntil = wakeAt
        }
        return turn
    }

    /// A turn on the loop's own thread, which has waited for events and sleeps afterwards.
    mutating func turnOfThread(_ work: CurlLoop.Work, _ events: [Poller.Event]) -> Turn {
        let start = startOfTurn()
        defer { reportTurn(since: start) }
        for event in events { multi.act(on: event) }
        if events.isEmpty, work.isEmpty, !sharing.isEmpty { multi.actOnAll() }
        take(work)
        let turn = finish()
        threadSleepsUntil = turn.wakeAt
        return turn
    }

    /// Ends what is left, and what has just come.
    mutating func endAll(_ work: CurlLoop.Work) -> [Ended] {
        for submission in work.submissions { finish(submission, .failure(.cancelled(submission.context))) }
        for id in Array(waiting.keys) + Array(transfers.keys) { end(id) { .failure(.cancelled($0.context)) } }
        return ended
    }

    private func startOfTurn() -> Duration? { configuration.turnObserver.map { _ in ThreadTime.now } }

    private func reportTurn(since start: Duration?) {
        if let start { configuration.turnObserver?(ThreadTime.now - start) }
    }

    private mutating func take(_ work: CurlLoop.Work) {
        for submission in work.submissions { start(submission) }
        for id in work.cancelled { end(id) { .failure(.cancelled($0.context)) } }
    }

    /// Lets libcurl go on until it has nothing more to do now.
    private mutating func finish() -> Turn {
        var now = ContinuousClock.now
        for _ in 0..<Self.passLimit {
            if multi.isTimerDue(at: now) { multi.actOnTimer() }
            finishCompleted()
            now = .now
            guard multi.isTimerDue(at: now) else { break }
        }
        endOverdue(at: now)
        defer { ended = [] }
        let tick = sharing.isEmpty ? nil : now + Self.longestSharedSleep
        let wakeAt = [deadlines.next, multi.timer, tick].compactMap(\.self).min()
        return Turn(ended: ended, wakeAt: wakeAt, isIdle: transfers.isEmpty)
    }

    private mutating func start(_ submission: CurlLoop.Submission) {
        guard submission.deadline > .now else {
            finish(submission, .failure(.timedOut(submission.context)))
            return
        }
        deadlines.add(submission.deadline)
        if gate.enter(submission.id, submission.origin) {
            begin(submission)
        } else {
            waiting[submission.id] = submission
        }
    }

    /// Hands a submission that has passed the gate to libcurl.
    private mutating func begin(_ submission: CurlLoop.Submission) {
        guard let easy = idleHandles.popLast() ?? EasyHandle() else {
            let failure = TransportFailure.other("out of memory")
            finish(submission, .failure(.transport(failure, submission.context)))
            beginNext(after: submission)
            return
        }
        let transfer = Transfer(
            submission,
            easy: easy,
            pool: pool,
            mayUseProxy: mayUseProxy,
            configuration: configuration
        )
        transfers[submission.id] = transfer
        if submission.origin?.scheme == "https" { sharing.insert(submission.id) }
        let status = transfer.prepared == CURLE_OK ? seek_curl_multi_add_handle(multi.pointer, easy.pointer) : CURLM_OK
        if transfer.prepared != CURLE_OK || status != CURLM_OK {
            let code = transfer.prepared == CURLE_OK ? CURLE_FAILED_INIT : transfer.prepared
            end(submission.id) { _ in transfer.result(of: code) }
        }
    }

    private mutating func finishCompleted() {
        var left: Int32 = 0
        while let message = seek_curl_multi_info_read(multi.pointer, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let transfer = Transfer.of(message.pointee.easy_handle) else {
                continue
            }
            // The message is gone once its handle is removed.
            let code = seek_curl_message_result(message)
            end(transfer.submission.id) { _ in transfer.result(of: code) }
        }
    }

    private mutating func endOverdue(at now: ContinuousClock.Instant) {
        guard deadlines.isDue(at: now) else { return }
        // The waiting first: none of them is to begin because one that ran has ended.
        for (id, submission) in waiting where submission.deadline <= now { end(id) { .failure(.timedOut($0.context)) } }
        for (id, transfer) in transfers where transfer.submission.deadline <= now {
            end(id) { .failure(.timedOut($0.context)) }
        }
        deadlines.reset(to: transfers.values.map(\.submission.deadline) + waiting.values.map(\.deadline))
    }

    /// Takes a transfer out, with its outcome.
    /// An id that is not there (any more) is none of its business.
    private mutating func end(_ id: UInt64, outcome: (CurlLoop.Submission) -> Result<HTTPResponse, NetworkError>) {
        if let submission = waiting.removeValue(forKey: id) {
            finish(submission, outcome(submission))
            return
        }
        guard let transfer = transfers.removeValue(forKey: id) else { return }
        sharing.remove(id)
        seek_curl_multi_remove_handle(multi.pointer, transfer.easy.pointer)
        finish(transfer.submission, outcome(transfer.submission))
        if idleHandles.count < Self.idleHandleLimit { idleHandles.append(transfer.easy) }
        beginNext(after: transfer.submission)
    }

    private mutating func finish(_ submission: CurlLoop.Submission, _ outcome: Result<HTTPResponse, NetworkError>) {
        ended.append(Ended(submission: submission, outcome: outcome))
    }

    /// Lets the next one pass the gate.
    private mutating func beginNext(after submission: CurlLoop.Submission) {
        let next = gate.leave(submission.origin) { waiting[$0] != nil }
        if let next, let submission = waiting.removeValue(forKey: next) { begin(submission) }
    }
}

extension CurlLoop.Submission {
    /// What an error says about the exchange. Made for failures alone: it redacts the URL.
    var context: NetworkError.Context { NetworkError.Context(request: request) }
}

extension LoopDriver.Ended {
    /// Hands the outcome to who waits: the one place where a continuation of a transfer resumes.
    func handOver() { submission.continuation.resume(returning: outcome) }
}
#endif
