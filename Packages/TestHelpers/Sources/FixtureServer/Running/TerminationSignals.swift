#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// SIGINT and SIGTERM, taken as a request to end rather than as an end.
enum TerminationSignals {
    /// Keeps the signals from ending the program. To be called before other threads start: they inherit it.
    static func hold() {
        var signals = set()
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        // A reader of our output that has gone away is no reason to end.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Returns when one arrives.
    static func wait() {
        var signals = set()
        var received: Int32 = 0
        while sigwait(&signals, &received) != 0 {}
    }

    private static func set() -> sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        return signals
    }
}
