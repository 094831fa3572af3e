import Foundation
import Seek
import Testing

@testable import SeekCommandLine

@Suite("Texts of failures")
struct FailureTextTests {
    @Test("of the command line are those on record in Packages/Search/Documentation/Failures.md")
    func texts() throws {
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
}
