import SeekWeb

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

let arguments = Array(CommandLine.arguments.dropFirst())
let context = WebCommand.Context.process
Task.detached { exit(await WebCommand.run(arguments, context: context)) }
// An `await` here would make this thread wait in a function that unblocks all signals, so that SIGTERM would end the
// process immediately.
while true { pause() }
