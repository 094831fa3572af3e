import BenchKit
import Foundation
import Testing

@testable import RepoBench

@Suite("The bench of `repo affected`, which lists what a change affects")
struct RepoBenchTests {
    /// Returns the exit status, the lines of output and the problems of a run with few rounds and packages.
    private func run(_ arguments: [String]) -> (status: Int32, lines: [String], problems: [String]) {
        var (lines, problems): ([String], [String]) = ([], [])
        let status = RepoBenchCommand.run(
            arguments,
            bench: { RepoBench(script: $0, tool: $1, rounds: 3, packages: 4) },
            output: { lines.append($0) },
            problems: { problems.append($0) }
        )
        return (status, lines, problems)
    }

    @Test("each row is reported once, as JSON with its goal or as a line of a table")
    func rows() {
        let (status, lines, problems) = run(["--json", "--script", "/bin/true", "--tool", "/bin/true"])
        #expect(problems == [])
        #expect(status == 0)
        let names = ["affected-here", "affected-1000", "affected-1000-vs-cold", "memory"]
        #expect(lines.count == names.count)
        for (line, name) in zip(lines, names) { #expect(line.hasPrefix("{\"name\":\"\(name)\",")) }
        #expect(lines[0].contains("\"goal\":\"≤ 500 ms\""))
        #expect(lines[3].contains("\"goal\":\"≤ 100 MB\""))
        // The table also has a heading.
        #expect(run(["--script", "/bin/true", "--tool", "/bin/true"]).lines.count == names.count + 1)
    }

    @Test("the exit status is 1 if the script fails or the tool is missing, and 2 if an option is missing or unknown")
    func failures() {
        #expect(run(["--script", "/bin/false", "--tool", "/bin/true"]).status == 1)
        #expect(run(["--script", "/bin/true", "--tool", "/nowhere/tool"]).status == 1)
        #expect(run(["--tool", "/bin/true"]).status == 2)
        #expect(run(["--fast"]).status == 2)
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
