import Foundation
import SeekNetworking
import SeekSearch
import Testing

/// The texts of failures are listed in Documentation/Failures.md, where the command line and the web app have theirs.
@Suite("Texts of failures")
struct SearchFailureTextTests {
    @Test("of the library are those on record: for the users of an app, and in one line for developers")
    func texts() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Documentation/Failures.md")
        let sections = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n## ")
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        for (name, error) in SearchError.samples(at: now) {
            let section = sections.first { $0.hasPrefix("\(name)\n") } ?? ""
            for line in ["- app: \(error.failure.message(at: now))", "- developers: \(error)"] {
                #expect(section.contains("\(line)\n"), "## \(name)\n\(line)")
            }
        }
        #expect(sections.count == SearchError.samples().count + 1)
    }
}
