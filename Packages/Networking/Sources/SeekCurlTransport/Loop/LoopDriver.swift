#if os(Linux)
import CLibcurl
import SeekNetworking

/// The loop seen from inside: what its thread does in a turn. Nothing here leaves that thread.
struct LoopDriver {
    private let multi: CurlLoop.Multi
    private let configuration: CurlTransport.Configuration
    private var transfers: [UInt64: Transfer] = [:]
    /// Those that wait at the gate.
    private var waiting: [UInt64: CurlLoop.Submission] = [:]
    private var gate: HostGate
    private var deadlines = DeadlineWatch()
    /// Easy handles that wait for their next transfer: making one costs more than resetting it.
    private var idleHandles: [EasyHandle] = []

    /// Transfers that may share a connection.
    private var sharing: Set<UInt64> = []

    private static let idleHandleLimit = 64

    /// The longest sleep, in milliseconds, while transfers may share a connection (HTTP/2). libcurl (7.88) now and then has read
    /// a frame of one while it served another, and waits for the socket to tell of it: 300 requests at once stood still for
    /// 30 s, until a timer fired, in 4 of 48 runs; with this in none of 70.
    private static let longestSharedSleep: Int32 = 20

    init(multi: CurlLoop.Multi, configuration: CurlTransport.Configuration) {
        self.multi = multi
        self.configuration = configuration
        gate = HostGate(limit: configuration.maximumConnectionsPerHost)
        _ = seek_curl_multi_set_long(multi.handle, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
    }

    /// One turn: takes in work, lets libcurl go on, hands out what has ended, and sleeps until there is something to do.
    mutating func turn(_ work: CurlLoop.Work, sleepIfIdle: () -> Bool) {
        for submission in work.submissions { start(submission) }
        for id in work.cancelled { end(id) { .failure(.cancelled($0.context)) } }
        for id in work.resumed { resume(id) }
        var running: Int32 = 0
        curl_multi_perform(multi.handle, &running)
        finishCompleted()
        endOverdue()
        guard sleepIfIdle() else { return }
        let sleep = deadlines.sleepMilliseconds(at: .now)
        curl_multi_poll(multi.handle, nil, 0, sharing.isEmpty ? sleep : min(sleep, Self.longestSharedSleep), nil)
    }

    /// Ends what is left and frees everything.
    mutating func close() {
        for id in Array(waiting.keys) + Array(transfers.keys) { end(id) { .failure(.cancelled($0.context)) } }
        idleHandles.removeAll()
        curl_multi_cleanup(multi.handle)
    }

    private mutating func start(_ submission: CurlLoop.Submission) {
        guard submission.deadline > .now else {
            submission.finish(.failure(.timedOut(submission.context)))
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
            submission.finish(.failure(.transport(failure, submission.context)))
            beginNext(after: submission)
            return
        }
        let transfer = Transfer(submission, easy: easy, configuration: configuration)
        transfers[submission.id] = transfer
        if submission.origin?.scheme == "https" { sharing.insert(submission.id) }
        let status = transfer.prepared == CURLE_OK ? curl_multi_add_handle(multi.handle, easy.pointer) : CURLM_OK
        if transfer.prepared != CURLE_OK || status != CURLM_OK {
            let code = transfer.prepared == CURLE_OK ? CURLE_FAILED_INIT : transfer.prepared
            end(submission.id) { _ in transfer.result(of: code) }
        }
    }

    /// Has a paused transfer go on. libcurl hands over what it kept at once, which may well pause it again.
    private mutating func resume(_ id: UInt64) {
        guard let transfer = transfers[id] else { return }
        let code = curl_easy_pause(transfer.easy.pointer, CURLPAUSE_CONT)
        if code != CURLE_OK { end(id) { _ in transfer.result(of: code) } }
    }

    private mutating func finishCompleted() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi.handle, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let transfer = Transfer.of(message.pointee.easy_handle) else {
                continue
            }
            // The message is gone once its handle is removed.
            let code = seek_curl_message_result(message)
            end(transfer.submission.id) { _ in transfer.result(of: code) }
        }
    }

    private mutating func endOverdue() {
        let now = ContinuousClock.now
        guard deadlines.isDue(at: now) else { return }
        // The waiting first: none of them is to begin because one that ran has ended.
        for (id, submission) in waiting where submission.deadline <= now { end(id) { .failure(.timedOut($0.context)) } }
        for (id, transfer) in transfers where transfer.submission.deadline <= now {
            end(id) { .failure(.timedOut($0.context)) }
        }
        deadlines.reset(to: transfers.values.map(\.submission.deadline) + waiting.values.map(\.deadline))
    }

    /// Takes a transfer out and hands its outcome to who waits: the one place where a continuation of a transfer resumes.
    /// An id that is not there (any more) is none of its business.
    private mutating func end(_ id: UInt64, outcome: (CurlLoop.Submission) -> Result<HTTPResponse, NetworkError>) {
        if let submission = waiting.removeValue(forKey: id) {
            submission.finish(outcome(submission))
            return
        }
        guard let transfer = transfers.removeValue(forKey: id) else { return }
        sharing.remove(id)
        curl_multi_remove_handle(multi.handle, transfer.easy.pointer)
        transfer.submission.finish(outcome(transfer.submission))
        if idleHandles.count < Self.idleHandleLimit { idleHandles.append(transfer.easy) }
        beginNext(after: transfer.submission)
    }

    /// Lets the next one pass the gate.
    private mutating func beginNext(after submission: CurlLoop.Submission) {
        let next = gate.leave(submission.origin) { waiting[$0] != nil }
        if let next, let submission = waiting.removeValue(forKey: next) { begin(submission) }
    }
}

extension CurlLoop.Submission {
    /// Whom the gate counts it to.
    var origin: Origin? { Origin(request.url) }

    /// What an error says about the exchange. Made for failures alone: it redacts the URL.
    var context: NetworkError.Context { NetworkError.Context(request: request) }

    /// Hands the outcome to who waits.
    func finish(_ outcome: Result<HTTPResponse, NetworkError>) {
        switch receiver {
        case .whole(_, let continuation): continuation.resume(returning: outcome)
        case .stream(let buffer): buffer.finish(outcome.map { _ in })
        }
    }
}
#endif
