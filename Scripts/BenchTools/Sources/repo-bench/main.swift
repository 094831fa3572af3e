import BenchKit
import Foundation
import RepoBench

let arguments = Array(CommandLine.arguments.dropFirst())
exit(RepoBenchCommand.run(arguments, output: Console.output, problems: Console.problem))
