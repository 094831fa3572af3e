import DriftTools
import Foundation

let status = DriftCommand.run(Array(CommandLine.arguments.dropFirst()), output: { print($0) }) { text in
    FileHandle.standardError.write(Data("\(text)\n".utf8))
}
exit(status)
