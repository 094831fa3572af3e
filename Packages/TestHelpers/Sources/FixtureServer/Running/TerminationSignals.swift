#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Handles SIGINT and SIGTERM as requests for an orderly shutdown.
enum TerminationSignals {
    /// Blocks the signals, and ignores SIGPIPE. Must be called before other threads start, which inherit the mask.
    static func block() {
        var signals = signalSet()
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        // Writing to a closed output must not end the server.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Returns when one of the signals arrives.
    static func wait() {
        var signals = signalSet()
        var received: Int32 = 0
        while sigwait(&signals, &received) != 0 {}
    }

    private static func signalSet() -> sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        return signals
    }
}
