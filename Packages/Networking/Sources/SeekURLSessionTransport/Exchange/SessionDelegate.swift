import Foundation
import SeekNetworking
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Hears what the session says and hands each exchange its outcome.
///
/// An exchange stands in the table until it ends; taking it out is what gives the right to resume its continuation, so that
/// happens once, whoever comes first: the session, the deadline, the limit or a cancellation. Nothing is called on a task
/// while the lock is held.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
    private struct State {
        var exchanges: [Int: Exchange] = [:]
        var redirects = RedirectGate()
    }

    private let state = Mutex(State())

    func begin(_ exchange: Exchange, for task: URLSessionTask) {
        let id = task.taskIdentifier
        state.withLock { $0.exchanges[id] = exchange }
    }

    /// Ends an exchange before the session does, and its task with it. One that has ended already is left alone.
    func end(_ task: URLSessionTask, _ ending: Exchange.Ending) {
        let id = task.taskIdentifier
        let ended = state.withLock { state in
            state.exchanges.removeValue(forKey: id).map { ($0, mayCancel: state.redirects.mayCancel(id)) }
        }
        guard let (exchange, mayCancel) = ended else { return }
        exchange.continuation.resume(returning: exchange.outcome(of: ending))
        if mayCancel { task.cancel() }
    }

    /// Changes an exchange; false where it must end. One that has ended already needs nothing more.
    private func update(_ task: URLSessionTask, _ change: (inout Exchange) -> Bool) {
        let id = task.taskIdentifier
        let goesOn = state.withLock { state in
            guard let position = state.exchanges.index(forKey: id) else { return true }
            // In place: a copy put back would copy the body with every part that arrives.
            return change(&state.exchanges.values[position])
        }
        if !goesOn { end(task, .bodyTooLarge) }
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
        report(dataTask) { $0.reportReceived() }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        report(task) { $0.sent(totalBytesSent) }
    }

    /// Makes the report that a change of an exchange calls for. Not under the lock: who hears it may cancel the task.
    private func report(_ task: URLSessionTask, _ change: (inout Exchange) -> (@Sendable () -> Void)?) {
        let id = task.taskIdentifier
        let report: (@Sendable () -> Void)? = state.withLock { state in
            guard let position = state.exchanges.index(forKey: id) else { return nil }
            return change(&state.exchanges.values[position])
        }
        report?()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let id = task.taskIdentifier
        guard let exchange = state.withLock({ $0.exchanges.removeValue(forKey: id) }) else { return }
        let outcome = exchange.outcome(of: error)
        if case .success = outcome { exchange.lastReport?() }
        exchange.continuation.resume(returning: outcome)
    }

    /// Follows no redirect: the 3xx answer is the response.
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
            guard state.exchanges[id] != nil else { return false }
            state.redirects.beginAnswer(id)
            return true
        }
        guard isAlive else { return }
        completionHandler(nil)
        if state.withLock({ $0.redirects.endAnswer(id) }) { task.cancel() }
    }

    /// Offers no credentials. URLSession on Linux hangs on a challenge unless it is cancelled, and then reports −999.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(FoundationNetworking)
        let head = ResponseHead(challenge.failureResponse)
        update(task) { exchange in
            exchange.challenge(with: head)
            return true
        }
        completionHandler(.cancelAuthenticationChallenge, nil)
        #else
        completionHandler(.performDefaultHandling, nil)
        #endif
    }
}
