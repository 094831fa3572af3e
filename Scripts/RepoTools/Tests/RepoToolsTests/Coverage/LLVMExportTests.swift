import Testing

@testable import RepoTools

@Suite struct LLVMExportTests {
    /// A function run 3 times on lines 1–6, an `if` body on lines 3–5 that never ran, and a skipped region on line 8.
    private static let json = """
        {"version": "2.0.1", "type": "llvm.coverage.json.export", "data": [{"functions": [], "files": [
          {"filename": "/r/a.swift", "expansions": [], "summary": {}, "segments": [
            [1, 20, 3, true, true, false], [3, 10, 0, true, true, false], [5, 2, 3, true, false, true],
            [6, 2, 0, false, false, false], [8, 1, 0, false, true, false], [9, 1, 0, false, false, false]
          ]}
        ]}]}
        """

    @Test("lines are counted as LLVM counts them")
    func lines() throws {
        let file = try #require(decode(LLVMExport.self, Self.json).data.first?.files.first)
        #expect(file.filename == "/r/a.swift")
        // Line 3 also contains the condition, which was executed.
        #expect(file.lineCounts == [1: 3, 2: 3, 3: 3, 4: 0, 5: 0, 6: 3])
    }

    @Test("a line that two closures share counts once, with the higher count")
    func shared() {
        let segments = [
            LLVMExport.Segment(line: 1, count: 0), LLVMExport.Segment(line: 1, count: 7),
            LLVMExport.Segment(line: 1, count: 0, hasCount: false, isRegionEntry: false),
        ]
        let file = LLVMExport.File(filename: "/r/a.swift", segments: segments)
        #expect(file.lineCounts == [1: 7])
        #expect(LLVMExport.File(filename: "", segments: []).lineCounts == [:])
    }

    @Test("a count that exceeds Int becomes the maximum")
    func overflow() throws {
        let segment = try decode(LLVMExport.Segment.self, "[1, 1, 18446744073709551615, true, true, false]")
        #expect(segment.count == .max)
    }

    @Test("a file that is not an export is an error")
    func invalidFile() throws {
        let repo = try TempRepo()
        try repo.write("export.json", "{}")
        let error = #expect(throws: RepoError.self) { try LLVMExport.read(repo.root + "/export.json") }
        #expect(error?.message.contains("is not a coverage export") == true)
    }
}
