#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

let status = DriftCommand.run(Array(CommandLine.arguments.dropFirst()), output: { print($0) }) { text in
    let line = Array((text + "\n").utf8)
    _ = write(STDERR_FILENO, line, line.count)
}
exit(status)
