#if os(Linux)
import CLibcurl

/// Owns a multi handle of libcurl and tells the poller what it waits for. One thread uses it at a time.
final class MultiHandle {
    let pointer: UnsafeMutableRawPointer
    private let poller: Poller
    /// When libcurl wants to be called though no descriptor has anything to tell; nil for never.
    private(set) var timer: ContinuousClock.Instant?

    /// How many idle connections are kept. libcurl's own limit is four for each transfer that is there at the moment: where most had
    /// just ended, it closed the connections of the next ones, a twentieth of 20,000 requests made 16 at a time.
    private static let idleConnectionLimit = 256

    /// Makes a handle; nil where there is no memory.
    init?(poller: Poller) {
        guard let pointer = seek_curl_multi_init() else { return nil }
        self.pointer = pointer
        self.poller = poller
        _ = seek_curl_multi_set_long(pointer, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
        _ = seek_curl_multi_set_long(pointer, CURLMOPT_MAXCONNECTS, Self.idleConnectionLimit)
        _ = seek_curl_multi_observe(
            pointer,
            { _, descriptor, what, context, _ in
                MultiHandle.of(context)?.poller.watch(descriptor, for: what)
                return 0
            },
            { _, milliseconds, context in
                MultiHandle.of(context)?.timer = milliseconds < 0 ? nil : .now + .milliseconds(milliseconds)
                return 0
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    // Closing connections calls back; the handle is still whole then.
    deinit { seek_curl_multi_cleanup(pointer) }

    private static func of(_ context: UnsafeMutableRawPointer?) -> MultiHandle? {
        context.map { Unmanaged<MultiHandle>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Lets the transfers go on that something has happened to.
    func act(on event: Poller.Event) {
        var running: Int32 = 0
        seek_curl_multi_socket_action(pointer, event.descriptor, event.what, &running)
    }

    /// Whether libcurl wants to be called by ``actOnTimer()``.
    func isTimerDue(at now: ContinuousClock.Instant) -> Bool {
        timer.map { $0 <= now } ?? false
    }

    /// Lets the transfers go on whose time has come. libcurl sets the timer anew, even where it is called too early.
    func actOnTimer() {
        timer = nil
        var running: Int32 = 0
        seek_curl_multi_socket_action(pointer, CURL_SOCKET_TIMEOUT, 0, &running)
    }

    /// Has every transfer look for itself.
    func actOnAll() {
        var running: Int32 = 0
        seek_curl_multi_look_at_all(pointer, &running)
    }
}
#endif
