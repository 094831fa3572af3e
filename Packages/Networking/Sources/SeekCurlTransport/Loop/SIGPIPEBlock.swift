#if os(Linux)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Keeps the SIGPIPE of a write to a closed TLS connection from the program, which libcurl's `NOSIGNAL` does not.
enum SIGPIPEBlock {
    private static let pipe: sigset_t = {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        return signals
    }()

    /// Does work on a thread of the program's without a SIGPIPE coming of it. Three system calls.
    static func withoutPipeSignal<Value>(_ work: () -> Value) -> Value {
        var (pipe, before) = (pipe, sigset_t())
        pthread_sigmask(SIG_BLOCK, &pipe, &before)
        defer {
            // Where the program has it blocked, one that waits may be its own.
            if sigismember(&before, SIGPIPE) == 0 {
                var none = timespec()
                sigtimedwait(&pipe, nil, &none)
                pthread_sigmask(SIG_SETMASK, &before, nil)
            }
        }
        return work()
    }
}
#endif
