#if os(Linux)
import BenchKit
import Fleet
import FleetStress
import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == MachineProcess.argument { exit(await MachineProcess.run(arguments)) }
exit(
    await StressCommand.run(
        arguments,
        isProgram: true,
        output: StandardStreams.output,
        problems: StandardStreams.problem
    )
)
#endif
