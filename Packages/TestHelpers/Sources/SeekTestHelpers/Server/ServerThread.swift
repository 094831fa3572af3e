#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A POSIX thread. Foundation's `Thread` would add the start-up time of Foundation.
///
/// Unchecked: on Apple's platforms the handle is a pointer, which only the system's functions use, on any thread.
struct ServerThread: @unchecked Sendable {
    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private let handle: pthread_t

    /// Starts a thread with all signals blocked, so that signals are handled by the program's own threads.
    /// Returns nil if the system has no threads left. The thread must be joined or detached.
    init?(_ body: @escaping @Sendable () -> Void) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, 1 << 20)
        let work = Unmanaged.passRetained(Work(body))
        #if canImport(Darwin)
        var thread: pthread_t?
        let status = pthread_create(&thread, &attributes, { ServerThread.run($0) }, work.toOpaque())
        #else
        var created = pthread_t()
        let status = pthread_create(&created, &attributes, { ServerThread.run($0) }, work.toOpaque())
        let thread: pthread_t? = created
        #endif
        guard status == 0, let thread else {
            work.release()
            return nil
        }
        handle = thread
    }

    func join() {
        pthread_join(handle, nil)
    }

    func detach() {
        pthread_detach(handle)
    }

    private static func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_SETMASK, &signals, nil)
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
    }
}
