import SeekNetworking
import Synchronization

/// The requests a server has received, and who waits for them.
final class RequestLog: Sendable {
    private let requests = Mutex<[HTTPRequest]>([])
    private let arrivals = Tally()
    private let keepsRequests: Bool

    /// - Parameter keepsRequests: whether the requests themselves are kept, or only counted.
    init(keepsRequests: Bool) { self.keepsRequests = keepsRequests }

    var received: [HTTPRequest] { requests.withLock { $0 } }

    func append(_ request: HTTPRequest) {
        if keepsRequests { requests.withLock { $0.append(request) } }
        arrivals.add(1)
    }

    /// Lets everyone go who waits, now and later.
    func close() {
        arrivals.finish()
    }

    /// Returns once so many requests were received, the log is closed or the task is cancelled.
    func waitUntilReceived(_ count: Int) async {
        await arrivals.wait(for: count)
    }
}
