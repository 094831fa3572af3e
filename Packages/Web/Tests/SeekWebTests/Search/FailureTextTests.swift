import Foundation
import Seek
import Testing

@testable import SeekWeb

@Suite("Texts of failures")
struct FailureTextTests {
    @Test("of the web app are those on record in Packages/Search/Documentation/Failures.md")
    func texts() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../Search/Documentation/Failures.md")
        let sections = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n## ")
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        for (name, error) in SearchError.samples(at: now) {
            let line = "- web: \(error.text(at: now))"
            let section = sections.first { $0.hasPrefix("\(name)\n") } ?? ""
            #expect(section.contains("\(line)\n"), "## \(name)\n\(line)")
        }
    }
}
