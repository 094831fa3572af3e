import BenchKit
import BenchTool

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

let arguments = Array(CommandLine.arguments.dropFirst())
exit(await BenchCommand.run(arguments, benches: NamedBench.all, output: Console.output, problems: Console.problem))
