#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

TerminationSignals.hold()
let program = FixtureServerProgram(
    environment: ProcessInfo.processInfo.environment,
    output: { StandardStream.output.write(line: $0) },
    errors: { StandardStream.error.write(line: $0) },
    waitForEnd: { _ in TerminationSignals.wait() }
)
exit(program.run(Array(CommandLine.arguments.dropFirst())))
