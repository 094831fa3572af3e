import Foundation
import Testing

/// The table that lists the tests for each clause of the RFCs.
@Suite("The table of clauses")
struct ClauseTableTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    private func table() throws -> Substring {
        let package = Self.folder.appending(path: "../..").standardized
        let page = package.appending(path: "Documentation/HTTPCaching.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let start = try #require(text.range(of: "## HTTP caching, clause by clause"))
        let section = text[start.upperBound...]
        return section[..<(section.range(of: "\n## ")?.lowerBound ?? section.endIndex)]
    }

    @Test("names tests that exist")
    func tests() throws {
        let names = try table().matches(of: #/`(\w+Tests)\.(\w+)`/#).map { ("\($0.1)", "\($0.2)") }
        // Fails if the pattern no longer matches the names in the table.
        #expect(names.count > 60)
        for (suite, test) in names {
            let file = Self.folder.appending(path: "\(suite).swift")
            let source = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            #expect(source.contains("struct \(suite) "), "\(suite).\(test)")
            #expect(source.contains("func \(test)("), "\(suite).\(test)")
        }
    }

    @Test("mentions the clauses of the RFCs that apply to a private cache")
    func clauses() throws {
        let table = try table()
        for clause in [
            "§3.1", "§3.2", "§3.3", "§4.1", "§4.2.1", "§4.2.2", "§4.2.3", "§4.2.4", "§4.3.1", "§4.3.2", "§4.3.4",
            "§4.3.5", "§4.4", "§5.1", "§5.2.1", "§5.2.2", "§5.3", "§5.4",
        ] {
            #expect(table.contains(clause), "\(clause)")
        }
        for document in ["RFC 9111", "RFC 5861", "RFC 8246", "RFC 9211", "RFC 9110"] {
            #expect(table.contains(document))
        }
    }
}
