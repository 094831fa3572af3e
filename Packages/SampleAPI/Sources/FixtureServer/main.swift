import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

TerminationSignals.block()
// On Linux, `/proc/self/exe` is a link to the program, even if the shell found it in PATH.
let path = ["/proc/self/exe", CommandLine.arguments[0]].first { FileManager.default.fileExists(atPath: $0) }
let program = FixtureServerProgram(
    executable: URL(fileURLWithPath: path ?? "").resolvingSymlinksInPath(),
    environment: ProcessInfo.processInfo.environment,
    output: { write(line: $0, to: STDOUT_FILENO) },
    errors: { write(line: $0, to: STDERR_FILENO) },
    waitForEnd: { _ in TerminationSignals.wait() }
)
exit(program.run(Array(CommandLine.arguments.dropFirst())))

/// Writes a line to a stream with one call, so that lines of several threads are not interleaved. A failure is ignored:
/// a closed output must not end the server.
func write(line: String, to descriptor: Int32) {
    _ = Array("\(line)\n".utf8).withUnsafeBytes { writeAll($0, to: descriptor) }
}

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
