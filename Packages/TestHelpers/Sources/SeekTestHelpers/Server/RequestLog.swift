import SeekBasics
import SeekNetworking

/// The requests a server has received, and who waits for them.
final class RequestLog: Sendable {
    private let kept = Mutex<[LoopbackServer.Arrival]>([])
    private let arrivals = Tally()
    let keepsRequests: Bool

    /// - Parameter keepsRequests: whether the requests themselves are kept, or only counted.
    init(keepsRequests: Bool) { self.keepsRequests = keepsRequests }

    /// What arrived, in the order in which it ended.
    var all: [LoopbackServer.Arrival] { kept.withLock { $0 } }

    func append(_ arrival: LoopbackServer.Arrival) {
        if keepsRequests { kept.withLock { $0.append(arrival) } }
        if arrival.request != nil { arrivals.add(1) }
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
