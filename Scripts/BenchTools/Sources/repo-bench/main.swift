import BenchKit
import RepoBench

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

let arguments = Array(CommandLine.arguments.dropFirst())
exit(RepoBenchCommand.run(arguments, output: Console.output, problems: Console.problem))
