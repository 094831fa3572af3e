#if os(Linux)
import CLibcurl

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Owns a multi handle of libcurl and registers its descriptors with the poller. Only one thread may use it at a time.
final class MultiHandle {
    let pointer: UnsafeMutableRawPointer
    private let poller: Poller
    /// When libcurl must be called even if no descriptor is ready; nil for never.
    private(set) var timerDueAt: ContinuousClock.Instant?

    /// The maximum number of idle connections. By default, libcurl allows four per running transfer: when several
    /// transfers end at once, it would close connections that the next transfers could reuse.
    private static let idleConnectionLimit = 256

    /// Creates a handle. Returns nil if out of memory.
    init?(poller: Poller) {
        guard let pointer = seek_curl_multi_init() else { return nil }
        self.pointer = pointer
        self.poller = poller
        // Cannot fail: the handle is valid, and all supported versions of libcurl have these options.
        seek_curl_multi_set_long(pointer, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
        seek_curl_multi_set_long(pointer, CURLMOPT_MAXCONNECTS, Self.idleConnectionLimit)
        seek_curl_multi_observe(
            pointer,
            { _, descriptor, interest, context, _ in
                MultiHandle.from(context)?.poller.watch(descriptor, for: interest)
                return 0
            },
            { _, milliseconds, context in
                MultiHandle.from(context)?.timerDueAt = milliseconds < 0 ? nil : .now + .milliseconds(milliseconds)
                return 0
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    // Closes connections, which runs the callbacks: they may use this object until `deinit` returns.
    deinit { seek_curl_multi_cleanup(pointer) }

    private static func from(_ context: UnsafeMutableRawPointer?) -> MultiHandle? {
        context.map { Unmanaged<MultiHandle>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Continues the transfers of a descriptor that is ready.
    func process(_ event: Poller.Event) {
        seek_curl_multi_socket_action(pointer, event.descriptor, event.readiness)
    }

    /// Returns whether ``processTimer()`` must be called.
    func isTimerDue(at now: ContinuousClock.Instant) -> Bool {
        timerDueAt.map { $0 <= now } ?? false
    }

    /// Continues the transfers whose timers have fired. libcurl then sets the timer again, even if called too early.
    func processTimer() {
        timerDueAt = nil
        seek_curl_multi_socket_action(pointer, CURL_SOCKET_TIMEOUT, 0)
    }

    /// Continues all transfers, ready or not.
    func processAll() {
        seek_curl_multi_process_all(pointer)
    }
}

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

/// Determines when all transfers must be continued, whether or not their sockets are ready.
///
/// Transfers that share a connection need this: libcurl (7.88) sometimes reads a frame of one transfer while serving
/// another transfer, and then waits for the socket, which does not become ready again.
struct SharedTransferTimer: Sendable {
    /// When the timer fires; nil while it is stopped.
    private(set) var dueAt: ContinuousClock.Instant?

    private static let interval = Duration.milliseconds(20)

    /// Starts the timer unless it is running, or stops it if no transfers may share a connection.
    mutating func update(isSharing: Bool, at now: ContinuousClock.Instant) {
        dueAt = isSharing ? dueAt ?? now + Self.interval : nil
    }

    /// Returns whether all transfers must be continued, and stops the timer if so.
    mutating func fireIfDue(at now: ContinuousClock.Instant) -> Bool {
        guard let dueAt, dueAt <= now else { return false }
        self.dueAt = nil
        return true
    }
}

/// Returns the processor time that the calling thread has used.
func processorTimeOfThread() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Duration(time)
}

private let brokenPipeSet: sigset_t = {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    return signals
}()

/// Runs work on the calling thread and returns its result, without delivering the SIGPIPE of a write to a closed TLS
/// connection, which libcurl's `NOSIGNAL` does not prevent. Takes three system calls.
func withSIGPIPEBlocked<Value>(_ work: () -> Value) -> Value {
    var (signals, previousMask) = (brokenPipeSet, sigset_t())
    pthread_sigmask(SIG_BLOCK, &signals, &previousMask)
    defer {
        // If the program had already blocked SIGPIPE, a pending one may be the program's own and remains pending.
        if sigismember(&previousMask, SIGPIPE) == 0 {
            var timeout = timespec()
            sigtimedwait(&signals, nil, &timeout)
            pthread_sigmask(SIG_SETMASK, &previousMask, nil)
        }
    }
    return work()
}
#endif
