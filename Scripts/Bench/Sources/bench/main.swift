import BenchKit
import NetworkingBench
import TestHelpersBench

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

let arguments = Array(CommandLine.arguments.dropFirst())
let more = [
    NamedBench("testhelpers") { peer, emit in try await TestHelpersBench(peer: peer).run(emit) }
]
exit(await BenchCommand.run(arguments, more: more, output: Console.output, problems: Console.problem))
