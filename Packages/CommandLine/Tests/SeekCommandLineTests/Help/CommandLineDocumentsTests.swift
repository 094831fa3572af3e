import Foundation
import Seek
import Testing

@testable import SeekCommandLine

@Suite("Documents about the command line")
struct CommandLineDocumentsTests {
    @Test("Packages/Search/Documentation/Failures.md contains the texts of failures")
    func failures() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../Search/Documentation/Failures.md")
        let sections = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n## ")
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let context = CommandContext(environment: [:], output: RecordingOutput(), messages: RecordingOutput()) {
            $0.client.now = { now }
        }
        guard case .run(let invocation) = try ArgumentParser.parse(["videos", "swift"]) else {
            throw UsageError("the command line does not run a command")
        }
        for (name, error) in SearchError.samples(at: now) {
            let line = "- command line: \(CommandSettings(Console(context)).describe(error, of: invocation))"
            let section = sections.first { $0.hasPrefix("\(name)\n") } ?? ""
            #expect(section.contains("\(line)\n"), "## \(name)\n\(line)")
        }
    }

    @Test("the sample code of the README runs a command line")
    func readme() async {
        var context = CommandContext.process
        context.environment["NO_COLOR"] = "1"
        let status = await SeekCommand.run(["help", "videos"], context: context)

        #expect(status == .success)
    }
}
