#if os(Linux)
import SeekNetworking

/// Lets so many transfers run to one host at a time; the others wait in the order in which they came. A pure value.
///
/// libcurl has a limit of its own (`CURLMOPT_MAX_HOST_CONNECTIONS`). With it, version 7.88 now and then left a transfer waiting for good
/// though a connection was free: 5 of 85 runs of fifty requests over two connections; with the gate none of 80.
struct HostConcurrencyLimiter {
    private struct Host {
        var running = 0
        var queue: ArraySlice<UInt64> = []
    }

    private let limit: Int
    private var hosts: [Origin?: Host] = [:]

    /// Makes a gate; a limit of 0 or less lets everyone pass.
    init(limit: Int) { self.limit = limit }

    /// Whether a transfer may run at once; else it stands in the queue.
    mutating func enter(_ id: UInt64, _ origin: Origin?) -> Bool {
        var host = hosts[origin] ?? Host()
        let mayRun = limit <= 0 || host.running < limit
        if mayRun { host.running += 1 } else { host.queue.append(id) }
        hosts[origin] = host
        return mayRun
    }

    /// Takes note that a transfer that ran has ended.
    ///
    /// - Parameter isWaiting: whether one of the queue still waits: who has left it meanwhile is passed over.
    /// - Returns: the one that may run now.
    mutating func leave(_ origin: Origin?, isWaiting: (UInt64) -> Bool) -> UInt64? {
        guard var host = hosts[origin] else { return nil }
        host.running -= 1
        var next: UInt64?
        while next == nil, let first = host.queue.popFirst() {
            if isWaiting(first) { next = first }
        }
        if next != nil { host.running += 1 }
        hosts[origin] = host.running == 0 ? nil : host
        return next
    }
}
#endif
