import BenchKit
import BenchTool
import Fleet
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
if arguments.first == MachineProcess.argument { exit(await MachineProcess.run(arguments)) }
exit(await BenchCommand.run(arguments, benches: NamedBench.all, output: Console.output, problems: Console.problem))
