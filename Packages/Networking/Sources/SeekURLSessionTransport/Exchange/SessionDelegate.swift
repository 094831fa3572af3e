import Foundation
import SeekBasics
import SeekNetworking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Hears what the session says and hands each exchange its outcome.
///
/// An exchange stands in the table until it ends; taking it out is what gives the right to resume its continuation, so that
/// happens once, whoever comes first: the session, the deadline, the limit or a cancellation. Nothing is called on a task
/// while the lock is held.
///
/// On Linux making, starting and cancelling a task wait for the session's own queue, which a body that comes fast keeps for long. So
/// all of that is done on ``queue``, and nobody else's thread waits.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
    private struct State {
        var exchanges: [Int: Exchange] = [:]
        var lastNumber = 0
        /// The exchanges' numbers, by their tasks' identifiers.
        var numbers: [Int: Int] = [:]
        var redirects = RedirectGate()

        func position(of task: URLSessionTask) -> Dictionary<Int, Exchange>.Index? {
            numbers[task.taskIdentifier].flatMap { exchanges.index(forKey: $0) }
        }

        mutating func remove(_ number: Int) -> Exchange? {
            let exchange = exchanges.removeValue(forKey: number)
            if let id = exchange?.task?.taskIdentifier { numbers[id] = nil }
            return exchange
        }
    }

    /// Where tasks are made, started and cancelled.
    let queue = DispatchQueue(label: "seek.url-session-transport")
    private let state = Mutex(State())

    /// A number for an exchange that is to begin.
    func nextNumber() -> Int {
        state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }

    func begin(_ exchange: Exchange, _ number: Int) {
        state.withLock { $0.exchanges[number] = exchange }
    }

    /// Makes the task of an exchange, and starts it. One that has ended already gets none.
    func start(_ number: Int, _ makeTask: () -> URLSessionTask) {
        guard state.withLock({ $0.exchanges[number] != nil }) else { return }
        let task = makeTask()
        let goesOn = state.withLock { state in
            guard let position = state.exchanges.index(forKey: number) else { return false }
            state.exchanges.values[position].task = task
            state.numbers[task.taskIdentifier] = number
            return true
        }
        if goesOn { task.resume() } else { task.cancel() }
    }

    /// Ends an exchange before the session does, and its task with it. One that has ended already is left alone.
    func end(_ number: Int, _ ending: Exchange.Ending) {
        let ended = state.withLock { state in
            state.remove(number).map { exchange in
                (exchange, toCancel: exchange.task.flatMap { state.redirects.mayCancel($0.taskIdentifier) ? $0 : nil })
            }
        }
        guard let (exchange, toCancel) = ended else { return }
        exchange.continuation.resume(returning: exchange.outcome(of: ending))
        if let toCancel { queue.async { toCancel.cancel() } }
    }

    /// Changes an exchange, and ends it where the change says so. One that has ended already is left alone.
    private func update(_ task: URLSessionTask, _ change: (inout Exchange) -> Exchange.Ending?) {
        let toEnd: (number: Int, ending: Exchange.Ending)? = state.withLock { state in
            guard let position = state.position(of: task) else { return nil }
            // In place: a copy put back would copy the body with every part that arrives.
            return change(&state.exchanges.values[position]).map { (state.exchanges.keys[position], $0) }
        }
        if let toEnd { end(toEnd.number, toEnd.ending) }
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
            guard state.numbers[id] != nil else { return false }
            state.redirects.beginResponse(id)
            return true
        }
        guard isAlive else { return }
        completionHandler(nil)
        if state.withLock({ $0.redirects.endResponse(id) }) { queue.async { task.cancel() } }
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
            return nil
        }
        completionHandler(.cancelAuthenticationChallenge, nil)
        #else
        completionHandler(.performDefaultHandling, nil)
        #endif
    }
}
