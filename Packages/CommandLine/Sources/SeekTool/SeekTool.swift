import SeekCommandLine

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The program `seek`.
@main
struct SeekTool {
    static func main() async {
        openClosedDescriptors()
        // Ctrl-\ ends the program. The Swift runtime would report the signal as a crash.
        signal(SIGQUIT, SIG_DFL)
        let command = Task { await SeekCommand.runProcess() }
        Interrupt.onFirst { command.cancel() }
        let status = await command.value
        Interrupt.endProcessIfReceived()
        exit(status.rawValue)
    }

    /// Opens `/dev/null` for closed standard streams (`seek … >&-`). Otherwise the next opened file, such as the
    /// database of the cache, would receive the output.
    ///
    /// Standard input is opened for writing and the outputs for reading, so that using them still fails.
    private static func openClosedDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
