import Foundation
import Testing

@testable import RepoTools

@Suite struct CoverageReportsTests {
    private static let source = "let a = \"<b>\" & 'c'\n\nfunc d() {}\n"

    static func reports() -> [PackageReport] {
        let lines = [LineCount(line: 1, count: 4), LineCount(line: 3, count: 0)]
        let file = FileCoverage(
            path: "libs/Web/Sources/AcmeWeb/We b.swift",
            lines: lines,
            digest: StableHash.hex(source)
        )
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
        try repo.write("libs/Web/Sources/AcmeWeb/We b.swift", Self.source)
        try repo.write(".build/reports/coverage/old.html")
        #expect(try reports.write()?.hasPrefix("| package |") == true)
        #expect(
            Files.names(in: store.coverage) == ["coverage.json", "coverage.lcov", "coverage.md", "index.html", "libs"]
        )
        let outcome = repo.run("coverage")
        #expect(outcome.status == 0)
        #expect(outcome.out == (try Files.text(store.coverage + "/coverage.md")))
        let page = try Files.text(store.coverage + "/libs/Web/Sources/AcmeWeb/We b.swift.html")
        #expect(page.contains("<pre>let a = &quot;&lt;b&gt;&quot; &amp; &#39;c&#39;</pre>"))
        #expect(page.contains("href=\"../../../../index.html\""))
        #expect(!page.contains("changed since"))
        // JSON that is not an earlier report.
        #expect(throws: RepoError.self) { try CoverageReports.rows(of: "{}") }
    }

    @Test("without data the error names the command to run")
    func noData() throws {
        let repo = try FivePackageRepo.copy().repo
        let outcome = repo.run("coverage")
        #expect(outcome.status == 1)
        #expect(outcome.err.contains("run “repo test” first"))
    }

    @Test("lcov contains each line of each file")
    func lcov() {
        #expect(
            CoverageReports.lcov(Self.reports(), root: "/r")
                == "TN:\nSF:/r/libs/Web/Sources/AcmeWeb/We b.swift\nDA:1,4\nDA:3,0\nLF:2\nLH:1\nend_of_record\n"
        )
    }

    @Test("JSON contains a row per module")
    func json() throws {
        let rows = try decode([JSONValue].self, CoverageReports.json(Self.reports()))
        #expect(rows.count == 2)
        #expect(rows[0]["percent"] == .number(50))
        #expect(rows[0]["failed"] == .number(1))
        #expect(rows[1]["exemption"]?.string == "a <thin> shell")
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
