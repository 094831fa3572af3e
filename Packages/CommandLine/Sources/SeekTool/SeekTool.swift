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
        StandardStreams.occupy()
        let search = Task {
            await SeekCommand.run(Array(CommandLine.arguments.dropFirst()), context: .process)
        }
        Signals.onInterrupt { search.cancel() }
        exit(await search.value.rawValue)
    }
}
