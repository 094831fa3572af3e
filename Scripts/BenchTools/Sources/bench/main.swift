import BenchKit
import BenchTool
import SearchBench

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == SearchDayProcess.argument {
    exit(await SearchDayProcess.run(arguments, output: Console.output, problems: Console.problem))
}
exit(await BenchCommand.run(arguments, benches: NamedBench.all, output: Console.output, problems: Console.problem))
