import BenchKit
import BenchTool
import SearchBench

#if os(Linux)
import Fleet
import Foundation
#endif

// Some benches run this program again, as a process of the simulated day or as a machine.
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == SearchDayProcess.argument {
    exit(await SearchDayProcess.run(arguments, output: Console.output, problems: Console.problem))
}
#if os(Linux)
if arguments.first == MachineProcess.argument { exit(await MachineProcess.run(arguments)) }
#endif
exit(await BenchCommand.run(arguments, benches: NamedBench.all, output: Console.output, problems: Console.problem))
