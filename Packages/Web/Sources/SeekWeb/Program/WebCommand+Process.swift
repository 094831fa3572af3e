import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension WebCommand {
    /// Runs the command line of this process, and exits with its status. SIGINT and SIGTERM end the program.
    ///
    /// Must be called on the main thread before other threads start: blocks the signals in this thread and in the
    /// threads that it starts later.
    public static func main() -> Never {
        TerminationSignals.block()
        let context = Context(
            environment: ProcessInfo.processInfo.environment,
            output: { write($0, to: STDOUT_FILENO) },
            messages: { write($0, to: STDERR_FILENO) },
            waitForEnd: { await TerminationSignals.wait() }
        )
        let arguments = Array(CommandLine.arguments.dropFirst())
        Task.detached { exit(await run(arguments, context: context)) }
        // An `await` here would make this thread wait in a function that unblocks all signals, so that SIGTERM would
        // end the process immediately.
        while true { pause() }
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

#if os(Linux)
/// The limit of open files of the process. Each connection is an open file.
enum OpenFileLimit {
    /// Raises the limit to the greatest that the system permits, at most 65,536: the usual 1,024 is less than
    /// ``ServerLimits/maximumConnectionCount``.
    static func raise() {
        var limit = rlimit()
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 65_536))
        setrlimit(resource, &limit)
    }
}
#endif
