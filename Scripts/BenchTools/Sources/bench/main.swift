import BenchKit
import BenchTool

#if os(Linux)
import Fleet
import Foundation
#endif

let arguments = Array(CommandLine.arguments.dropFirst())
#if os(Linux)
// The bench of a fleet runs this program again, as a machine.
if arguments.first == MachineProcess.argument { exit(await MachineProcess.run(arguments)) }
#endif
exit(
    await BenchCommand.run(
        arguments,
        benches: NamedBench.all,
        output: StandardStreams.output,
        problems: StandardStreams.problem
    )
)
