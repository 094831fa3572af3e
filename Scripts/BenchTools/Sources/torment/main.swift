import BenchKit
import TormentTool

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

let arguments = Array(CommandLine.arguments.dropFirst())
exit(await TormentCommand.run(arguments, isProgram: true, output: Console.output, problems: Console.problem))
