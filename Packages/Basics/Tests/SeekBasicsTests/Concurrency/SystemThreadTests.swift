import SeekBasics
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("A system thread")
struct SystemThreadTests {
    @Test(
        "runs its body with signals blocked, except for those of a crash",
        arguments: [(SIGPIPE, true), (SIGSEGV, false)]
    )
    func signals(signal: Int32, isBlocked: Bool) throws {
        let blocked = Mutex<Bool?>(nil)
        let thread = try #require(
            SystemThread {
                var mask = sigset_t()
                pthread_sigmask(SIG_BLOCK, nil, &mask)
                blocked.withLock { $0 = sigismember(&mask, signal) == 1 }
            }
        )
        thread.join()
        #expect(blocked.withLock { $0 } == isBlocked)
    }

    @Test("leaves the signal mask of its creator unchanged")
    func creator() throws {
        // The threads of Dispatch block signals, so SIGPIPE may be blocked already.
        var signals = sigset_t()
        var previous = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_UNBLOCK, &signals, &previous)
        defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
        let thread = try #require(SystemThread {})
        thread.join()
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        #expect(sigismember(&mask, SIGPIPE) == 0)
    }
}
