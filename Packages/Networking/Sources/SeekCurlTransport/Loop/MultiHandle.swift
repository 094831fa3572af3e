#if os(Linux)
import CLibcurl

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
#endif
