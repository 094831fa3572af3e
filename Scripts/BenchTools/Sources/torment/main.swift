import BenchKit
import Fleet
import StressTool

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == MachineProcess.argument { exit(await MachineProcess.run(arguments)) }
exit(await StressCommand.run(arguments, isProgram: true, output: Console.output, problems: Console.problem))
