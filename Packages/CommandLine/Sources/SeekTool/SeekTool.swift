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
        StandardStreams.openClosedDescriptors()
        let command = Task {
            await SeekCommand.run(Array(CommandLine.arguments.dropFirst()), context: .process)
        }
        Signals.onInterrupt { command.cancel() }
        exit(await command.value.rawValue)
    }
}
