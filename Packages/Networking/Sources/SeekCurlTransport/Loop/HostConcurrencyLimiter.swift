#if os(Linux)
import SeekNetworking

/// Limits how many transfers to one origin run at a time; further ones wait in the order of their arrival.
/// Performs no I/O.
///
/// Replaces libcurl's own limit (`CURLMOPT_MAX_HOST_CONNECTIONS`): version 7.88 sometimes left a transfer waiting
/// indefinitely although a connection was free.
struct HostConcurrencyLimiter {
    private struct Host {
        var running = 0
        var queue: ArraySlice<UInt64> = []
    }

    private let limit: Int
    private var hosts: [Origin?: Host] = [:]

    /// Creates a limiter. A limit of 0 or less means no limit.
    init(limit: Int) { self.limit = limit }

    /// Takes a slot for a transfer if its origin has a free one, and queues the transfer otherwise. Returns whether the
    /// transfer may run now.
    mutating func enter(_ id: UInt64, _ origin: Origin?) -> Bool {
        var host = hosts[origin] ?? Host()
        let mayRun = limit <= 0 || host.running < limit
        if mayRun { host.running += 1 } else { host.queue.append(id) }
        hosts[origin] = host
        return mayRun
    }

    /// Frees the slot of a transfer that has ended.
    ///
    /// - Parameter isWaiting: Returns whether a queued transfer still waits. Those that do not are dropped.
    /// - Returns: The queued transfer that may run now, if any.
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
