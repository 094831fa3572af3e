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
        let thread = try #require(SystemThread {})
        thread.join()
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        #expect(sigismember(&mask, SIGSEGV) == 0)
    }
}
