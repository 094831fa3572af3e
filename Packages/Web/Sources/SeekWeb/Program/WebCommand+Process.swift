import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension WebCommand.Context {
    /// The context of the current process, in which SIGINT and SIGTERM end the program. Must be read before other
    /// threads start: reading it blocks the signals in this thread and in the threads that this thread starts later.
    public static var process: WebCommand.Context {
        TerminationSignals.block()
        return WebCommand.Context(
            environment: ProcessInfo.processInfo.environment,
            output: { write($0, to: STDOUT_FILENO) },
            messages: { write($0, to: STDERR_FILENO) },
            waitForEnd: { await TerminationSignals.wait() }
        )
    }

    /// Writes a line with one call, so that lines of several threads are not interleaved. Errors are ignored, because
    /// the program can serve requests without its output.
    private static func write(_ line: String, to descriptor: Int32) {
        _ = Array("\(line)\n".utf8).withUnsafeBytes { writeAll($0, to: descriptor) }
    }
}

/// SIGINT and SIGTERM, which request an orderly end.
private enum TerminationSignals {
    /// Blocks the signals. Ignores SIGPIPE, so that a write to a closed output or connection does not end the process.
    static func block() {
        var signals = signalSet()
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        signal(SIGPIPE, SIG_IGN)
    }

    /// Returns when one of the signals arrives; at once if no thread can be created. A second signal ends the process.
    static func wait() async {
        await withCheckedContinuation { continuation in
            let thread = SystemThread {
                var signals = signalSet()
                var received: Int32 = 0
                while sigwait(&signals, &received) != 0 {}
                signal(received, SIG_DFL)
                pthread_sigmask(SIG_UNBLOCK, &signals, nil)
                continuation.resume()
                // This thread receives the second signal.
                while true { pause() }
            }
            guard let thread else { return continuation.resume() }
            thread.detach()
        }
    }

    private static func signalSet() -> sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        return signals
    }
}
