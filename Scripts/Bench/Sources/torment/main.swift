import NetworkingTorment

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

let status = await TormentCommand.run(
    Array(CommandLine.arguments.dropFirst()),
    output: { line in
        print(line)
        fflush(nil)
    },
    problems: { problem in
        var text = problem + "\n"
        text.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
    }
)
exit(status)
