import SeekWeb

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

exit(await WebCommand.run(Array(CommandLine.arguments.dropFirst()), context: .process))
