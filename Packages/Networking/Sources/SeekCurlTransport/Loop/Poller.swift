#if os(Linux)
import CLibcurl
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Waits until a descriptor is ready, a deadline passes, or another thread wakes it up.
///
/// Only one thread may wait. Any thread may call the other methods at any time.
final class Poller: Sendable {
    /// A descriptor that is ready, and for what, as `CURL_CSELECT_` bits.
    struct Event: Sendable {
        let descriptor: Int32
        let readiness: Int32
    }

    /// The maximum wait in milliseconds: an hour.
    private static let longestWait: Int32 = 3_600_000
    /// The maximum number of events per wait; further ones are reported by the next wait.
    private static let capacity = Int(SEEK_EPOLL_CAPACITY)

    private let epoll: Int32
    /// The event descriptor that ``wakeUp()`` makes readable.
    private let waker: Int32

    /// Creates a poller. Returns nil if the system has no descriptor left; `deinit` then closes what was opened.
    init?() {
        epoll = seek_epoll_create()
        waker = seek_waker_create()
        guard epoll >= 0, waker >= 0, seek_epoll_watch(epoll, waker, CURL_POLL_IN) == 0 else { return nil }
    }

    deinit {
        for descriptor in [epoll, waker] where descriptor >= 0 { close(descriptor) }
    }

    /// Sets which events of a descriptor to wait for: one of libcurl's `CURL_POLL_` constants.
    func watch(_ descriptor: Int32, for interest: Int32) {
        // Failures are ignored: a closed descriptor cannot be removed. If the kernel is out of watches or memory, the
        // transfer ends at its deadline; an error here would make libcurl abort all transfers of the loop.
        _ = seek_epoll_watch(epoll, descriptor, interest)
    }

    /// Ends the current wait, or the next one if no thread waits.
    func wakeUp() { seek_waker_wake(waker) }

    /// Waits until a descriptor is ready, the deadline or an hour has passed, or ``wakeUp()`` is called.
    /// Returns the descriptors that are ready.
    func wait(until deadline: ContinuousClock.Instant?) -> [Event] {
        let milliseconds = min(deadline.map { ($0 - .now).millisecondsRoundedUp } ?? .max, Self.longestWait)
        return withUnsafeTemporaryAllocation(of: seek_epoll_ready.self, capacity: Self.capacity) { ready in
            let count = seek_epoll_wait(epoll, ready.baseAddress, milliseconds)
            return ready.prefix(Int(count)).compactMap { event in
                guard event.descriptor == waker else {
                    return Event(descriptor: event.descriptor, readiness: event.events)
                }
                seek_waker_drain(waker)
                return nil
            }
        }
    }
}

extension Duration {
    /// Whole milliseconds, rounded up, in the range that libcurl and epoll accept: `0...Int32.max`.
    var millisecondsRoundedUp: Int32 {
        Int32(min(max(0, (self / .milliseconds(1)).rounded(.up)), Double(Int32.max)))
    }
}
#endif
