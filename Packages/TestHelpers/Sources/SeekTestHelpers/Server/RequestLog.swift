import SeekBasics
import SeekNetworking

/// The requests that a server has received, and the tasks that wait for them.
final class RequestLog: Sendable {
    private let arrivals = Mutex<[LoopbackServer.Arrival]>([])
    private let requestCount = AsyncCounter()
    let keepsRequests: Bool

    /// - Parameter keepsRequests: Whether requests are retained, or only counted.
    init(keepsRequests: Bool) { self.keepsRequests = keepsRequests }

    /// The arrivals in the order of completion; empty if requests are only counted.
    var all: [LoopbackServer.Arrival] { arrivals.withLock { $0 } }

    func append(_ arrival: LoopbackServer.Arrival) {
        if keepsRequests { arrivals.withLock { $0.append(arrival) } }
        if arrival.request != nil { requestCount.add(1) }
    }

    /// Resumes all current and future waiters.
    func close() {
        requestCount.finish()
    }

    /// Returns once the given number of requests were received, the log is closed, or the task is cancelled.
    func waitUntilReceived(_ count: Int) async {
        await requestCount.wait(for: count)
    }
}
