import BenchKit
import StressTool

#if os(Linux)
import Fleet
import Foundation
#endif

let arguments = Array(CommandLine.arguments.dropFirst())
#if os(Linux)
if arguments.first == MachineProcess.argument { exit(await MachineProcess.run(arguments)) }
#endif
exit(await StressCommand.run(arguments, isProgram: true, output: Console.output, problems: Console.problem))
