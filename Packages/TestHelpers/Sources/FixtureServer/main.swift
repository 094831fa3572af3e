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
    output: { StandardStream.output.write(line: $0) },
    errors: { StandardStream.error.write(line: $0) },
    waitForEnd: { _ in TerminationSignals.wait() }
)
exit(program.run(Array(CommandLine.arguments.dropFirst())))

/// The standard streams, unbuffered: a line is visible when the call returns.
enum StandardStream: Int32 {
    case output = 1
    case error = 2

    /// Writes a line with one call, so that lines of several threads are not interleaved. A failure is ignored: a
    /// closed output must not end the server.
    func write(line: String) {
        _ = Array("\(line)\n".utf8).withUnsafeBytes { writeAll($0, to: rawValue) }
    }
}
