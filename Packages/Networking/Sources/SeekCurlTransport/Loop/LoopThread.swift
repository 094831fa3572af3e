#if os(Linux)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The POSIX thread of a loop.
///
/// It runs with signals blocked: libcurl's `NOSIGNAL` does not prevent the SIGPIPE of a TLS write, and a program's
/// signal handlers expect to run on other threads. Crash signals are not blocked, so that a backtrace is printed.
struct LoopThread: Sendable {
    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private let handle: pthread_t

    /// Starts a thread, which must be ended by ``join()``. Returns nil if the system cannot create one.
    init?(_ body: @escaping @Sendable () -> Void) {
        var blocked = sigset_t()
        var previousMask = sigset_t()
        sigfillset(&blocked)
        for signal in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT] { sigdelset(&blocked, signal) }
        // Set before the thread is created: it inherits the mask, so that it never runs with signals unblocked.
        pthread_sigmask(SIG_SETMASK, &blocked, &previousMask)
        defer { pthread_sigmask(SIG_SETMASK, &previousMask, nil) }
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

    /// Waits for the thread to end. On the thread itself, detaches it instead.
    func join() {
        if pthread_equal(handle, pthread_self()) != 0 {
            pthread_detach(handle)
        } else {
            pthread_join(handle, nil)
        }
    }

    /// The processor time that the calling thread has used.
    static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

private let brokenPipe: sigset_t = {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    return signals
}()

/// Runs work on the calling thread and returns its result, without delivering the SIGPIPE of a write to a closed TLS
/// connection, which libcurl's `NOSIGNAL` does not prevent. Takes three system calls.
func withSIGPIPEBlocked<Value>(_ work: () -> Value) -> Value {
    var (signals, previousMask) = (brokenPipe, sigset_t())
    pthread_sigmask(SIG_BLOCK, &signals, &previousMask)
    defer {
        // If the program had already blocked SIGPIPE, a pending one may be the program's own and remains pending.
        if sigismember(&previousMask, SIGPIPE) == 0 {
            var none = timespec()
            sigtimedwait(&signals, nil, &none)
            pthread_sigmask(SIG_SETMASK, &previousMask, nil)
        }
    }
    return work()
}
#endif
