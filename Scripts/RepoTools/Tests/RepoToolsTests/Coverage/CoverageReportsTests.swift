import Foundation
import SeekBasics
import Testing

@testable import RepoTools

@Suite struct CoverageReportsTests {
    static func reports() -> [PackageReport] {
        let lines = [LineCount(line: 1, count: 4), LineCount(line: 3, count: 0)]
        let file = FileCoverage(
            path: "libs/Web/Sources/AcmeWeb/We b.swift",
            lines: lines
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
        #expect(try reports.write()?.hasPrefix("| package |") == true)
        #expect(
            Files.names(in: store.coverage) == ["coverage.json", "coverage.lcov", "coverage.md", "index.html"]
        )
        let outcome = repo.run("coverage")
        #expect(outcome.status == 0)
        #expect(outcome.out == (try Files.text(store.coverage + "/coverage.md")))
        let page = try Files.text(store.coverage + "/index.html")
        #expect(page.contains("<td><a href=\"AcmeWeb/index.html\">AcmeWeb</a><td>50.0%<td>1/2"))
        // JSON that is not an earlier report.
        #expect(throws: RepoError.self) { try CoverageReports.rows(of: "{}") }
    }

    @Test("a run of the affected packages has the figures of the others, marked, from the base")
    func carried() throws {
        let (repo, repository) = try FivePackageRepo.copy()
        try Self.reports().forEach { try ReportStore(root: repo.root).save($0) }
        func row(_ package: String, _ module: String) -> CoverageReports.Row {
            .init(
                package: package,
                module: module,
                passed: 9,
                failed: 0,
                lines: 10,
                covered: 8,
                percent: 80,
                threshold: 60,
                isLinked: true
            )
        }
        let base = [row("Web", "AcmeWeb"), row("Base", "AcmeBase"), row("Gone", "AcmeGone")]
        let markdown = try #require(try CoverageReports(repository).write(base: base))
        #expect(markdown.contains("| Base | `AcmeBase` | 80.0% (base) | 8/10 | 60 % |  | 9 |"))
        #expect(markdown.contains("(base): not affected"))
        #expect(!markdown.contains("AcmeGone"))
        // The file is the base of the next run.
        let rows = try CoverageReports.rows(of: Files.text("\(repo.root)/.build/reports/coverage/coverage.json"))
        #expect(rows.map(\.module) == ["AcmeWeb", "acme", "AcmeBase"])
        #expect(rows.map(\.isCarriedOver) == [nil, nil, true])
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
        #expect(rows[1]["exemption"].string == "a <thin> shell")
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
