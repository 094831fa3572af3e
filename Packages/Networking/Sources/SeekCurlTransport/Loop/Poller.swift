#if os(Linux)
import CLibcurl
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Waits until a descriptor has something to tell, a moment has come, or another thread rings.
///
/// One thread waits; any thread may say what is to be waited for and ring, at any time.
final class Poller: Sendable {
    /// A descriptor that has something to tell, and what, as `CURL_CSELECT_` bits.
    struct Event: Sendable {
        let descriptor: Int32
        let what: Int32
    }

    /// The longest wait, in milliseconds: an hour.
    static let longestWait: Int32 = 3_600_000
    /// The most descriptors told of after one wait; the others are told of after the next.
    private static let capacity = 64

    private let epoll: Int32
    private let bell: Int32

    /// Creates a poller; nil where the system has no descriptor left. What was opened by then is closed by `deinit`, which runs for
    /// a failed initializer as well.
    init?() {
        epoll = seek_epoll_make()
        bell = seek_bell_make()
        guard epoll >= 0, bell >= 0, seek_epoll_watch(epoll, bell, CURL_POLL_IN) == 0 else { return nil }
    }

    deinit {
        for descriptor in [epoll, bell] where descriptor >= 0 { close(descriptor) }
    }

    /// Takes note of what to wait for on a descriptor, one of libcurl's `CURL_POLL_` constants.
    func watch(_ descriptor: Int32, for what: Int32) {
        _ = seek_epoll_watch(epoll, descriptor, what)
    }

    /// Ends the wait under way, or else the next one.
    func ring() { seek_bell_ring(bell) }

    /// Waits until a moment at the latest; nil stands for the longest wait.
    func wait(until moment: ContinuousClock.Instant?) -> [Event] {
        let milliseconds = moment.map { min(($0 - .now).millisecondsRoundedUp, Self.longestWait) } ?? Self.longestWait
        return withUnsafeTemporaryAllocation(of: seek_epoll_ready.self, capacity: Self.capacity) { ready in
            let count = seek_epoll_wait(epoll, ready.baseAddress, Int32(Self.capacity), milliseconds)
            return ready.prefix(Int(count)).compactMap { event in
                guard event.descriptor == bell else { return Event(descriptor: event.descriptor, what: event.events) }
                seek_bell_hush(bell)
                return nil
            }
        }
    }
}
#endif
