import Foundation
import SeekBasics
import Testing

@Suite struct CoverageReportsTests {
    /// Tests Web, whose module is exempt, Base, half of whose lines are covered, and Kit, which does not build.
    private static func measured() throws -> TempRepo {
        let repo = try FivePackageRepo.copy()
        try repo.replace("a thin shell", with: "a <thin> shell", in: "Scripts/repo.json")
        let programs = StubPrograms(
            log: { _, file in
                file.hasSuffix("/Kit.log")
                    ? (1, "Kit.swift:1:1: error: no\n")
                    : (0, "✔ Test run with 2 tests in 1 suite passed after 0.1 seconds.\n")
            },
            output: { command in
                guard command.contains("--show-codecov-path") else { return "" }
                let name = URL(filePath: command[3]).lastPathComponent
                guard name != "Kit" else { return "" }
                let file = "\(repo.root)/libs/\(name)/Sources/Acme\(name)/\(name).swift"
                let covered = "[1, 1, 1, true, true, false], [1, 9, 0, false, false, false]"
                let segments = "[\(covered), [2, 1, 0, true, true, false], [2, 9, 0, false, false, false]]"
                try repo.write(
                    ".build/\(name).json",
                    #"{"data": [{"files": [{"filename": "\#(file)", "segments": \#(segments)}]}]}"#
                )
                return "\(repo.root)/.build/\(name).json\n"
            }
        )
        let outcome = repo.run("test", "--package", "Base", "--package", "Kit", "--package", "Web", programs: programs)
        #expect(outcome.out.hasSuffix("\n4 passed, 2 failed\n"), "\(outcome)")
        return repo
    }

    private static let markdown = """
        | package | module | coverage | lines | threshold | tests |
        |---|---|--:|--:|--:|--:|
        | Base | `AcmeBase` | **50.0%** | 1/2 | 60 % | 2 |
        | Kit |  | status 1, see .build/reports/logs/Kit.log |  |  | **1 failed** |
        | Web | `AcmeWeb` | 50.0% | 1/2 | exempt | 2 |
        | **total** |  | 50.0% | 2/4 |  | **1 failed** |

        Exempt: `AcmeWeb` (a <thin> shell).

        """

    @Test("all reports are written from stored results: a row per module, the failures, the total and the exemptions")
    func files() throws {
        let repo = try Self.measured()
        for file in ["coverage.json", "coverage.md", "index.html"] { repo.remove(".build/reports/coverage/\(file)") }
        let outcome = repo.run("coverage")
        #expect(outcome.status == 0)
        #expect(outcome.out == Self.markdown)
        #expect(try repo.text(".build/reports/coverage/coverage.md") == Self.markdown)
        let page = try repo.text(".build/reports/coverage/index.html")
        #expect(page.contains("<td><a href=\"AcmeBase/index.html\">AcmeBase</a><td>50.0%<td>1/2"))
        let rows = try decode([JSONValue].self, repo.text(".build/reports/coverage/coverage.json"))
        #expect(rows.count == 2)
        #expect(rows[0]["percent"] == .number(50))
        #expect(rows[0]["passed"] == .number(2))
        #expect(rows[1]["exemption"].string == "a <thin> shell")
    }

    @Test("an unreadable result is ignored; without results, the error names the command to run")
    func noData() throws {
        let repo = try Self.measured()
        for package in ["Base", "Kit", "Web"] {
            #expect(repo.run("coverage").out.contains("| \(package) |"))
            try repo.write(".build/reports/data/\(package).json", "{")
            #expect(!repo.run("coverage").out.contains("| \(package) |"))
        }
        let outcome = repo.run("coverage")
        #expect(outcome.status == 1)
        #expect(outcome.err.contains("run “repo test” first"))
    }

    @Test("a result that cannot be stored is an error")
    func unwritable() throws {
        let repo = try FivePackageRepo.copy()
        try repo.write(".build/reports/data", "a file instead of a folder")
        let programs = StubPrograms(log: { _, _ in (1, "") }, output: { _ in "" })
        let outcome = repo.run("test", "--package", "Web", programs: programs)
        #expect(outcome.status == 1)
        #expect(outcome.err.contains("cannot create the folder"), "\(outcome)")
    }
}
