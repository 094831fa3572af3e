import BenchKit
import Foundation
import Testing

@testable import RepoBench

@Suite("The bench of `repo affected`, which lists what a change affects")
struct RepoBenchTests {
    private func rows(script: String, tool: String) throws -> [BenchResult] {
        var rows: [BenchResult] = []
        try RepoBench(script: script, tool: tool, rounds: 3, packages: 4).run { rows.append($0) }
        return rows
    }

    @Test("each row is reported once, with its goal")
    func rows() throws {
        let rows = try rows(script: "/bin/true", tool: "/bin/true")
        #expect(rows.map(\.name) == ["affected-here", "affected-1000", "affected-1000-vs-cold", "memory"])
        #expect(rows.map(\.goal) == [.valueAtMost(500), .valueAtMost(3000), .ratioAtMost(0.02), .valueAtMost(100)])
    }

    @Test("the bench fails if the script fails or the tool is missing")
    func failures() {
        #expect(throws: BenchFailure.self) { try rows(script: "/bin/false", tool: "/bin/true") }
        #expect(throws: BenchFailure.self) { try rows(script: "/bin/true", tool: "/nowhere/tool") }
    }

    @Test("the generated repository has the requested number of packages; its last commit changes only the middle one")
    func made() throws {
        let root = FileManager.default.temporaryDirectory.path + "/repo-bench-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        _ = try GeneratedRepo(root: root, count: 12, uniqueText: "here")
        let manifest = try String(contentsOfFile: root + "/Packages/P8/Package.swift", encoding: .utf8)
        #expect(manifest.contains(".product(name: \"P1\", package: \"P1\")"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: root + "/Packages").count == 12)
        let git = Program(path: "git")
        #expect(try git.run(["-C", root, "diff", "--quiet", "HEAD~1", "HEAD", "--", "Packages/P6"]).status == 1)
        #expect(try git.run(["-C", root, "diff", "--quiet", "HEAD~1", "HEAD", "--", ":!Packages/P6"]).status == 0)
    }

    @Test("the memory of a program is measured")
    func memory() throws {
        #expect(try Program(path: "git").succeed(["--version"]).megabytes > 0)
    }
}
