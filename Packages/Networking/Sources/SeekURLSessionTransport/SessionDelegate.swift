import Foundation
import SeekBasics
import SeekNetworking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Receives the session's callbacks and completes exchanges.
///
/// An exchange is in `State.exchanges` until it ends. Only the code that removes it resumes its continuation, so the
/// continuation is resumed once, whether the session, the deadline, a limit or a cancellation comes first. No method of
/// a task is called while the lock is held.
///
/// On Linux, creating, starting and cancelling a task wait for the session's own queue, which a fast body occupies for
/// a long time. All of these are done on ``queue``, so that no caller's thread is blocked.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
    private struct State {
        var exchanges: [Int: Exchange] = [:]
        var lastNumber = 0
        /// The numbers of the exchanges by the identifiers of their tasks.
        var numbers: [Int: Int] = [:]
        var redirects = RedirectCancellation()

        func position(of task: URLSessionTask) -> Dictionary<Int, Exchange>.Index? {
            numbers[task.taskIdentifier].flatMap { exchanges.index(forKey: $0) }
        }

        mutating func remove(_ number: Int) -> Exchange? {
            let exchange = exchanges.removeValue(forKey: number)
            if let id = exchange?.task?.taskIdentifier { numbers[id] = nil }
            return exchange
        }
    }

    /// The queue on which tasks are created, started and cancelled.
    let queue = DispatchQueue(label: "seek.url-session-transport")
    private let state = Mutex(State())
    private let connection: SessionConnection

    init(_ connection: SessionConnection) { self.connection = connection }

    func nextNumber() -> Int {
        state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }

    func begin(_ exchange: Exchange, _ number: Int) {
        state.withLock { $0.exchanges[number] = exchange }
    }

    /// Creates and starts the task of an exchange, unless the exchange has already ended.
    func start(_ number: Int, _ makeTask: () -> URLSessionTask) {
        guard state.withLock({ $0.exchanges[number] != nil }) else { return }
        let task = makeTask()
        let isActive = state.withLock { state in
            guard let position = state.exchanges.index(forKey: number) else { return false }
            state.exchanges.values[position].task = task
            state.numbers[task.taskIdentifier] = number
            return true
        }
        if isActive { task.resume() } else { task.cancel() }
    }

    /// Ends an exchange and its task before the session does. Does nothing if the exchange has already ended.
    func end(_ number: Int, _ reason: Exchange.EndReason) {
        let ended = state.withLock { state in
            state.remove(number).map { exchange in
                (exchange, toCancel: exchange.task.flatMap { state.redirects.mayCancel($0.taskIdentifier) ? $0 : nil })
            }
        }
        guard let (exchange, toCancel) = ended else { return }
        exchange.continuation.resume(returning: exchange.outcome(of: reason))
        if let toCancel { queue.async { toCancel.cancel() } }
    }

    /// Changes an exchange, and ends it if the closure returns a reason. Does nothing if the exchange has already
    /// ended.
    private func update(_ task: URLSessionTask, _ change: (inout Exchange) -> Exchange.EndReason?) {
        let toEnd: (number: Int, reason: Exchange.EndReason)? = state.withLock { state in
            guard let position = state.position(of: task) else { return nil }
            // In place: a copy would copy the body each time bytes arrive.
            return change(&state.exchanges.values[position]).map { (state.exchanges.keys[position], $0) }
        }
        if let toEnd { end(toEnd.number, toEnd.reason) }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let head = ResponseHead(response) { update(dataTask) { $0.receive(head) } }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        update(dataTask) { $0.receive(data) }
        report(dataTask) { $0.recordReceived() }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        report(task) { $0.recordSent(totalBytesSent) }
    }

    /// Makes the progress report that a change of an exchange returns, after the lock is released: the receiver may
    /// cancel the task.
    private func report(_ task: URLSessionTask, _ change: (inout Exchange) -> (@Sendable () -> Void)?) {
        let report: (@Sendable () -> Void)? = state.withLock { state in
            guard let position = state.position(of: task) else { return nil }
            return change(&state.exchanges.values[position])
        }
        report?()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let ended = state.withLock { state in state.numbers[task.taskIdentifier].flatMap { state.remove($0) } }
        guard let exchange = ended else { return }
        let outcome = exchange.outcome(of: error)
        if case .success = outcome { exchange.finalReport?() }
        exchange.continuation.resume(returning: outcome)
    }

    /// Does not follow redirects: the 3xx response is the result.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        if let head = ResponseHead(response) { update(task) { $0.receive(head) } }
        let id = task.taskIdentifier
        let isAlive = state.withLock { state in
            guard state.numbers[id] != nil else { return false }
            state.redirects.beginResponse(id)
            return true
        }
        // See `RedirectCancellation` for why the handler is not called.
        guard isAlive else { return }
        completionHandler(nil)
        if state.withLock({ $0.redirects.endResponse(id) }) { queue.async { task.cancel() } }
    }

    /// Responds as the connection configuration requires. A server receives no credentials other than a client
    /// certificate.
    ///
    /// On Linux, URLSession hangs unless the challenge is cancelled. It then reports the task as cancelled (−999).
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(FoundationNetworking)
        let head = ResponseHead(challenge.failureResponse)
        update(task) { exchange in
            exchange.recordChallenge(with: head)
            return nil
        }
        completionHandler(.cancelAuthenticationChallenge, nil)
        #else
        switch connection.response(to: challenge, origin: task.originalRequest?.url.flatMap(Origin.init)) {
        case .credential(let credential): completionHandler(.useCredential, credential)
        case .systemDefault: completionHandler(.performDefaultHandling, nil)
        case .failure(let failure):
            update(task) { _ in .failed(failure) }
            completionHandler(.cancelAuthenticationChallenge, nil)
        }
        #endif
    }
}

/// Prevents the delegate from responding to the redirect of a cancelled task. The delegate's lock guards it.
///
/// URLSession on Linux traps if the delegate responds to a redirect after its task was cancelled
/// (FoundationNetworking, HTTPURLProtocol: "Received callback for HTTP redirection, but we're not waiting for it").
/// The delegate does not respond to the redirect of a task that has ended, and if a task ends during the response, its
/// cancellation is delayed until afterwards.
struct RedirectCancellation: Sendable, Hashable {
    /// The identifiers of the tasks to whose redirect the delegate is responding.
    private var responding: Set<Int> = []
    /// The identifiers of the tasks to cancel after that response.
    private var toCancel: Set<Int> = []

    /// Returns whether a task that has ended may be cancelled now. If not, the cancellation is recorded, and
    /// ``endResponse(_:)`` returns true later.
    mutating func mayCancel(_ id: Int) -> Bool {
        guard responding.contains(id) else { return true }
        toCancel.insert(id)
        return false
    }

    mutating func beginResponse(_ id: Int) {
        responding.insert(id)
    }

    /// Returns whether the task must be cancelled after the response to its redirect.
    mutating func endResponse(_ id: Int) -> Bool {
        responding.remove(id)
        return toCancel.remove(id) != nil
    }
}
