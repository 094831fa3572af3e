import Foundation
import SeekBasics
import Testing

@testable import RepoTools

@Suite struct CoverageReportsTests {
    static func reports() -> [PackageReport] {
        let file = FileCoverage(path: "libs/Web/Sources/AcmeWeb/We b.swift", lineCount: 2, coveredLineCount: 1)
        let module = ModuleCoverage(module: "AcmeWeb", files: [file], threshold: 60)
        let exempt = ModuleCoverage(
            module: "acme",
            files: [],
            threshold: 60,
            exemption: "a <thin> shell",
            isLinked: false
        )
        return [
            PackageReport(
                package: "Web",
                folder: "libs/Web",
                tests: TestCounts(passed: 2, failed: 1),
                seconds: 1,
                modules: [module, exempt],
                reason: "all"
            ),
            PackageReport(
                package: "App",
                folder: "libs/App",
                tests: TestCounts(failed: 1),
                seconds: 1,
                problem: "status 1",
                reason: "all"
            ),
        ]
    }

    @Test("all reports are written from stored results")
    func files() throws {
        let (repo, repository) = try FivePackageRepo.copy()
        let store = ReportStore(root: repo.root)
        let reports = CoverageReports(repository)
        // No results are stored yet.
        #expect(try reports.write() == nil)
        try Self.reports().forEach { try store.save($0) }
        #expect(try reports.write()?.hasPrefix("| package |") == true)
        #expect(Files.names(in: store.coverage) == ["coverage.json", "coverage.md", "index.html"])
        let outcome = repo.run("coverage")
        #expect(outcome.status == 0)
        #expect(outcome.out == (try Files.text(store.coverage + "/coverage.md")))
        let page = try Files.text(store.coverage + "/index.html")
        #expect(page.contains("<td><a href=\"AcmeWeb/index.html\">AcmeWeb</a><td>50.0%<td>1/2"))
        let rows = try decode([JSONValue].self, Files.text(store.coverage + "/coverage.json"))
        #expect(rows.count == 2)
        #expect(rows[0]["percent"] == .number(50))
        #expect(rows[0]["failed"] == .number(1))
        #expect(rows[1]["exemption"].string == "a <thin> shell")
    }

    @Test("Markdown contains a row per module, the total, the failures, and the reasons for exemptions")
    func markdown() {
        #expect(
            CoverageTable(Self.reports()).markdown == """
                | package | module | coverage | lines | threshold | tests |
                |---|---|--:|--:|--:|--:|
                | Web | `AcmeWeb` | **50.0%** | 1/2 | 60 % | **1 failed** |
                | Web | `acme` | – | 0/0 | exempt | **1 failed** |
                | App |  | status 1 |  |  | **1 failed** |
                | **total** |  | 50.0% | 1/2 |  | **2 failed** |

                Exempt: `acme` (a <thin> shell).

                """
        )
    }

    @Test("without data the error names the command to run")
    func noData() throws {
        let repo = try FivePackageRepo.copy().repo
        let outcome = repo.run("coverage")
        #expect(outcome.status == 1)
        #expect(outcome.err.contains("run “repo test” first"))
    }

    @Test("an unreadable report is ignored")
    func unreadable() throws {
        let repo = try TempRepo()
        let store = ReportStore(root: repo.root)
        let report = try #require(Self.reports().first)
        try store.save(report)
        #expect(store.reports(of: ["Web", "Other"]) == [report])
        try repo.write(".build/reports/data/Web.json", "{")
        #expect(store.reports(of: ["Web"]) == [])
    }

    @Test("a report that cannot be written is an error")
    func unwritable() throws {
        let repo = try TempRepo()
        let store = ReportStore(root: repo.root)
        let report = try #require(Self.reports().first)
        try repo.write(".build/reports/data", "a file instead of a folder")
        #expect(throws: RepoError.self) { try store.save(report) }
    }
}
