import Foundation
import RepoTools

exit(RepoCommand.run(Array(CommandLine.arguments.dropFirst())))
