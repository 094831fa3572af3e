import Foundation
import Testing

@testable import RepoTools

@Suite struct CoverageReportsTests {
    private static let source = "let a = \"<b>\" & 'c'\n\nfunc d() {}\n"

    private static func reports() -> [PackageReport] {
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
                problem: nil,
                modules: [module, exempt],
                reason: "all"
            ),
            PackageReport(
                package: "App",
                folder: "libs/App",
                tests: TestCounts(failed: 1),
                seconds: 1,
                problem: "status 1",
                modules: [],
                reason: "all"
            ),
        ]
    }

    @Test("all reports are written from stored results")
    func files() throws {
        let (repo, repository) = try FivePackageRepo.copy()
        let store = ReportStore(root: repo.root)
        let reports = CoverageReports(store: store, root: repo.root)
        #expect(try reports.write(for: repository) == nil)
        try Self.reports().forEach { try store.save($0) }
        try repo.write("libs/Web/Sources/AcmeWeb/We b.swift", Self.source)
        try repo.write(".build/reports/coverage/old.html")
        #expect(try reports.write(for: repository)?.hasPrefix("| package |") == true)
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
    }

    @Test("without data the error names the command to run")
    func noData() throws {
        let repo = try FivePackageRepo.copy().repo
        let outcome = repo.run("coverage")
        #expect(outcome.status == 1)
        #expect(outcome.notes.contains("run “repo test” first"))
    }

    @Test("Markdown has a row per module, with its failures")
    func markdown() {
        let rows = CoverageReports.markdown(Self.reports()).split(separator: "\n")
        #expect(rows[2] == "| Web | `AcmeWeb` | **1 failed** | 2 | 1 | **50.0%** | 60.0 % |")
        #expect(rows[3] == "| Web | `acme` | **1 failed** | 0 | 0 | – | none: a <thin> shell |")
        #expect(rows[4] == "| App | | **1 failed** | | | status 1 | |")
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

    @Test("pages contain the escaped source and the count of each line")
    func pages() throws {
        let pages = CoveragePages(reports: Self.reports())
        #expect(pages.index.contains("href=\"libs/Web/Sources/AcmeWeb/We%20b.swift.html\""))
        #expect(pages.index.contains("a &lt;thin&gt; shell"))
        #expect(pages.index.contains("<b class=low>1 failed</b>"))
        #expect(pages.index.contains("no test links it"))
        #expect(pages.index.contains("<h2>App</h2><p>status 1</p>"))
        let file = try #require(pages.reports.first?.modules.first?.files.first)
        let page = pages.source(file, text: "one\ntwo\nthree")
        #expect(page.contains("<tr id=L1 class=\"hit\"><td class=n>1<td class=n>4<td><pre>one</pre>"))
        #expect(page.contains("<tr id=L2 class=\"\"><td class=n>2<td class=n><td><pre>two</pre>"))
        #expect(page.contains("<tr id=L3 class=\"miss\"><td class=n>3<td class=n>0<td><pre>three</pre>"))
        #expect(page.contains("The file changed since it was measured"))
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

    @Test("the summary lists the differences from another run")
    func difference() throws {
        func module(_ name: String, covered: Int) -> ModuleCoverage {
            let lines = (1...10).map { LineCount(line: $0, count: $0 <= covered ? 1 : 0) }
            return ModuleCoverage(
                module: name,
                files: [FileCoverage(path: "a", lines: lines, digest: "")],
                threshold: 50
            )
        }
        func report(_ modules: [ModuleCoverage]) -> PackageReport {
            PackageReport(
                package: "P",
                folder: "p",
                tests: TestCounts(passed: 1),
                seconds: 0,
                problem: nil,
                modules: modules,
                reason: "all"
            )
        }
        let old = [report([module("Up", covered: 5), module("Down", covered: 9), module("Gone", covered: 1)])]
        let base = try CoverageReports.rows(of: CoverageReports.json(old))
        let now = [report([module("Up", covered: 8), module("Down", covered: 7), module("New", covered: 6)])]
        let text = CoverageReports.markdown(now, base: base)
        #expect(text.hasPrefix("| package | module | tests | lines | covered | coverage | change | needed |\n"))
        #expect(text.contains("| 80.0% | +30.0 | 50.0 % |"))
        #expect(text.contains("| 70.0% | −20.0 | 50.0 % |"))
        #expect(text.contains("| 60.0% | new | 50.0 % |"))
        #expect(text.hasSuffix("\nNot measured this time: Gone.\n"))
        #expect(throws: RepoError.self) { try CoverageReports.rows(of: "{}") }
    }
}
