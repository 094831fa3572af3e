#if os(Linux)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

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
