#if os(Linux)
import CLibcurl
import SeekNetworking
import Synchronization

/// The loop that drives all transfers of a transport, seen from outside: hand in, cancel, stop.
///
/// Callers leave their wishes in the inbox and wake the loop only if it sleeps. The loop thread alone uses the multi handle,
/// but for that wake-up, which libcurl allows from any thread.
final class CurlLoop: Sendable {
    /// A request on its way to the loop, and who waits for the outcome.
    struct Submission: Sendable {
        let id: UInt64
        let request: HTTPRequest
        let deadline: ContinuousClock.Instant
        let receiver: Receiver
        /// Nil where nobody asked for progress.
        let meter: ProgressMeter?
    }

    /// Who waits for what comes of a request.
    enum Receiver: Sendable {
        /// One who wants the whole answer, its body up to a limit.
        case whole(bodyLimit: Int, CheckedContinuation<Result<HTTPResponse, NetworkError>, Never>)
        /// One who reads the body as it arrives.
        case stream(StreamBuffer)
    }

    /// A body under way: the transfer it belongs to, and where it arrives.
    struct Stream: Sendable {
        let id: UInt64
        let head: StreamBuffer.Head
        let buffer: StreamBuffer
    }

    /// What callers have left for the loop.
    struct Work: Sendable {
        var submissions: [Submission] = []
        var cancelled: [UInt64] = []
        /// Transfers that were paused and are to go on.
        var resumed: [UInt64] = []
        var isStopping = false

        var isEmpty: Bool { submissions.isEmpty && cancelled.isEmpty && resumed.isEmpty && !isStopping }
    }

    /// A multi handle. `@unchecked`: the loop thread alone uses it, but for `wakeUp`, which others call under the inbox's lock
    /// while it stands there; the thread takes it out under that lock before it frees it.
    struct Multi: @unchecked Sendable {
        let handle: UnsafeMutableRawPointer

        func wakeUp() { curl_multi_wakeup(handle) }
    }

    private struct Inbox {
        var work = Work()
        var isAsleep = false
        /// Nil once the loop has ended.
        var multi: Multi?
        var thread: LoopThread?
    }

    private let inbox: Mutex<Inbox>
    private let lastID = Atomic<UInt64>(0)

    /// Once a process, as libcurl asks for; never undone, since others in the process may use it.
    private static let isLibraryReady = seek_curl_global_init() == CURLE_OK

    /// Starts a loop; nil where the system refuses.
    init?(configuration: CurlTransport.Configuration) {
        guard Self.isLibraryReady, let handle = curl_multi_init() else { return nil }
        // Where no descriptor is left, libcurl makes a handle all the same, but one that nobody can wake.
        guard curl_multi_wakeup(handle) == CURLM_OK else {
            curl_multi_cleanup(handle)
            return nil
        }
        let multi = Multi(handle: handle)
        inbox = Mutex(Inbox(multi: multi))
        let thread = LoopThread { [self] in
            var driver = LoopDriver(multi: multi, configuration: configuration)
            while let work = takeWork() { driver.turn(work, sleepIfIdle: fallAsleep) }
            inbox.withLock { $0.multi = nil }
            driver.close()
        }
        guard let thread else {
            curl_multi_cleanup(handle)
            return nil
        }
        inbox.withLock { $0.thread = thread }
    }

    /// Runs a request to its end: an answer, an error, or the cancellation of the calling task.
    func run(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        bodyLimit: Int
    ) async -> Result<HTTPResponse, NetworkError> {
        await submit(request, deadline: deadline) { _, continuation in
            .whole(bodyLimit: bodyLimit, continuation)
        }
    }

    /// Runs a request until its header fields have arrived; the body follows in the stream's buffer.
    func stream(_ request: HTTPRequest, deadline: ContinuousClock.Instant) async -> Result<Stream, NetworkError> {
        let opened = Mutex<(id: UInt64, buffer: StreamBuffer)?>(nil)
        let head = await submit(request, deadline: deadline) { id, continuation in
            let buffer = StreamBuffer(head: continuation)
            opened.withLock { $0 = (id, buffer) }
            return .stream(buffer)
        }
        return head.flatMap { head in
            guard let (id, buffer) = opened.withLock({ $0 }) else {
                return .failure(.cancelled(NetworkError.Context(request: request)))
            }
            return .success(Stream(id: id, head: head, buffer: buffer))
        }
    }

    private func submit<Value: Sendable>(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        to receiver: (UInt64, CheckedContinuation<Result<Value, NetworkError>, Never>) -> Receiver
    ) async -> Result<Value, NetworkError> {
        let id = lastID.add(1, ordering: .relaxed).newValue
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let submission = Submission(
                    id: id,
                    request: request,
                    deadline: deadline,
                    receiver: receiver(id, continuation),
                    meter: ProgressMeter(bodySize: request.body?.count ?? 0)
                )
                leave { $0.submissions.append(submission) }
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
        inbox.withLock { inbox in
            defer { inbox.thread = nil }
            return inbox.thread
        }?.join()
    }

    /// Ends a transfer; one that has ended already is left alone.
    func cancel(_ id: UInt64) {
        leave { $0.cancelled.append(id) }
    }

    /// Has a transfer go on that was paused.
    func resume(_ id: UInt64) {
        leave { $0.resumed.append(id) }
    }

    private func leave(_ wish: (inout Work) -> Void) {
        inbox.withLock { inbox in
            wish(&inbox.work)
            guard inbox.isAsleep else { return }
            inbox.isAsleep = false
            inbox.multi?.wakeUp()
        }
    }

    /// What has been left since the last time; nil at the end.
    private func takeWork() -> Work? {
        inbox.withLock { inbox in
            inbox.isAsleep = false
            guard !inbox.work.isStopping else { return nil }
            defer { inbox.work = Work() }
            return inbox.work
        }
    }

    /// Whether the loop may sleep; from now on callers wake it.
    private func fallAsleep() -> Bool {
        inbox.withLock { inbox in
            inbox.isAsleep = inbox.work.isEmpty
            return inbox.isAsleep
        }
    }
}
#endif
