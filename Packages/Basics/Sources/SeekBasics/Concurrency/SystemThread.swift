#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A POSIX thread for a loop that blocks. Foundation's `Thread` would add the start-up time of Foundation.
///
/// The thread blocks all signals except those of a crash, so that a crash still prints a backtrace. A write to a closed
/// connection therefore fails instead of ending the program with SIGPIPE, and the program's signal handlers run on its
/// other threads.
///
/// `@unchecked Sendable` because the handle is a pointer on Apple's platforms. It is passed only to the system's
/// functions, which accept it on any thread.
public struct SystemThread: @unchecked Sendable {
    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private let handle: pthread_t

    /// Starts a thread with a stack of 1 MiB, or returns nil if the system cannot create one. Call ``join()`` or
    /// ``detach()`` to release it.
    public init?(_ body: @escaping @Sendable () -> Void) {
        var blocked = sigset_t()
        var previousMask = sigset_t()
        sigfillset(&blocked)
        for signal in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT] { sigdelset(&blocked, signal) }
        // The new thread inherits this mask, so it never runs with these signals unblocked.
        pthread_sigmask(SIG_SETMASK, &blocked, &previousMask)
        defer { pthread_sigmask(SIG_SETMASK, &previousMask, nil) }
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, 1 << 20)
        let work = Unmanaged.passRetained(Work(body))
        #if canImport(Darwin)
        var thread: pthread_t?
        let status = pthread_create(&thread, &attributes, { SystemThread.run($0) }, work.toOpaque())
        #else
        var created = pthread_t()
        let status = pthread_create(&created, &attributes, { SystemThread.run($0) }, work.toOpaque())
        let thread: pthread_t? = created
        #endif
        guard status == 0, let thread else {
            work.release()
            return nil
        }
        handle = thread
    }

    /// Waits for the thread to end. On the thread itself, detaches it instead.
    public func join() {
        if pthread_equal(handle, pthread_self()) != 0 {
            detach()
        } else {
            pthread_join(handle, nil)
        }
    }

    /// Lets the thread continue; the system releases the thread when its work ends.
    public func detach() { pthread_detach(handle) }

    private static func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
    }
}
