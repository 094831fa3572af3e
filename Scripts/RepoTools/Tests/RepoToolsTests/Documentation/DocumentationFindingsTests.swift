import Foundation
import Testing

@testable import RepoTools

@Suite struct DocumentationFindingsTests {
    @Test("symbols in generated groups count as listed by no topic, except those in “Extended Modules”")
    func curation() throws {
        let page = #"""
            {"topicSections": [
              {"title": "Clients", "identifiers": ["a"]},
              {"title": "Structures", "generated": true, "identifiers": ["c", "b"]},
              {"title": "Extended Modules", "generated": true, "identifiers": ["d"]}
            ], "references": {"b": {"title": "Page"}, "c": {"title": "load(_:)"}}}
            """#
        #expect(try Curation.unlisted(in: Data(page.utf8)) == ["Page", "load(_:)"])
        #expect(try Curation.unlisted(in: Data("{}".utf8)) == [])
        #expect(throws: RepoError.self) { try Curation.unlisted(in: Data("<".utf8)) }
    }

    @Test("a diagnostic of docc is a finding with its file, line and first solution; a missing description is ignored")
    func diagnostics() throws {
        let json = #"""
            {"version": {}, "diagnostics": [
              {"source": "file:///r%20r/libs/A.swift", "range": {"start": {"line": 7, "column": 2}}, "severity": "warning",
               "summary": "'B' doesn't exist at '/A'", "solutions": [{"summary": "Replace 'B' with 'C'"}, {"summary": "D"}]},
              {"source": "file:///r%20r/libs/A.swift", "severity": "warning", "summary": "Parameter 'x' is missing documentation"},
              {"severity": "error", "summary": "no page"}
            ]}
            """#
        let findings = try Diagnostics.findings(in: Data(json.utf8), root: "/r r", default: "libs/A.docc")
        #expect(
            findings.map(\.description) == [
                "libs/A.swift:7: 'B' doesn't exist at '/A'; replace 'B' with 'C'", "libs/A.docc:1: no page",
            ]
        )
        #expect(throws: RepoError.self) { try Diagnostics.findings(in: Data("{}".utf8), root: "/", default: "") }
    }
}
