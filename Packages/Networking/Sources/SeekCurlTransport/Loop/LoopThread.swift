#if os(Linux)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The POSIX thread a loop runs on.
///
/// It starts with signals blocked: libcurl's `NOSIGNAL` still leaves the SIGPIPE of a TLS write, and a program's handlers
/// expect to run elsewhere. The signals of a crash stay as they are, for the sake of the backtrace.
struct LoopThread: Sendable {
    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private let handle: pthread_t

    /// Starts a thread; nil where the system has none left. It must be ended by ``join()``.
    init?(_ body: @escaping @Sendable () -> Void) {
        var blocked = sigset_t()
        var before = sigset_t()
        sigfillset(&blocked)
        for signal in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT] { sigdelset(&blocked, signal) }
        // The new thread inherits the mask: no moment is left in which a signal could find it unblocked.
        pthread_sigmask(SIG_SETMASK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let work = Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        let status = pthread_create(
            &thread,
            nil,
            { argument in
                if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
                return nil
            },
            work.toOpaque()
        )
        guard status == 0 else {
            work.release()
            return nil
        }
        handle = thread
    }

    /// Waits for the thread's end. On the thread itself it only lets go of it.
    func join() {
        if pthread_equal(handle, pthread_self()) != 0 {
            pthread_detach(handle)
        } else {
            pthread_join(handle, nil)
        }
    }
}
#endif
