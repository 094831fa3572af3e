import Testing

@testable import RepoTools

@Suite struct CoverageTableTests {
    private static func module(_ name: String, covered: Int, in package: String) -> ModuleCoverage {
        let lines = (1...10).map { LineCount(line: $0, count: $0 <= covered ? 1 : 0) }
        let file = FileCoverage(path: "libs/\(package)/Sources/\(name)/a.swift", lines: lines)
        return ModuleCoverage(module: name, files: [file], threshold: 50)
    }

    private static func report(_ package: String, _ modules: [ModuleCoverage]) -> PackageReport {
        PackageReport(
            package: package,
            folder: "libs/\(package)",
            tests: TestCounts(passed: 3),
            seconds: 0,
            modules: modules,
            reason: "all"
        )
    }

    @Test("products are first, then modules that support them, then tools")
    func order() throws {
        var repository = try FivePackageRepo.copy().repository
        repository.configuration.standalone = ["libs/Kit"]
        let names = ["Base", "Kit", "App"]
        let reports = names.map { Self.report($0, [Self.module("Acme\($0)", covered: 5, in: $0)]) }
        // The root manifest offers only AcmeApp.
        let table = CoverageTable(reports, repository: repository)
        #expect(table.rows.map(\.package) == ["App", "Base", "Kit"])
        #expect(table.rows.map(\.group) == [.product, .support, .tool])
        #expect(table.rows.map(\.owner) == ["@acme/app", "@acme/base", "@acme/kit"])
        #expect(table.total.lines == "15/30")
        #expect(table.total.tests == TestCounts(passed: 9))
        #expect(table.total.change == nil)
    }

    @Test("Markdown contains a row per module, the total, the failures, and the reasons for exemptions")
    func markdown() throws {
        let repository = try FivePackageRepo.copy().repository
        let text = CoverageTable(CoverageReportsTests.reports(), repository: repository).markdown
        #expect(
            text == """
                | package | module | coverage | lines | threshold | tests | owner |
                |---|---|--:|--:|--:|--:|---|
                | Web | `AcmeWeb` | **50.0%** | 1/2 | 60 % | **1 failed** | `@acme/web` |
                | Web | `acme` | – | 0/0 | exempt | **1 failed** | `@acme/web` |
                | App |  | status 1 |  |  | **1 failed** | `@acme/app` |
                | **total** |  | 50.0% | 1/2 |  | **2 failed** |  |

                Exempt: `acme` (a <thin> shell).

                """
        )
    }

    @Test("compared with another run, the rows and the total contain the difference")
    func difference() throws {
        let repository = try FivePackageRepo.copy().repository
        func module(_ name: String, _ covered: Int) -> ModuleCoverage { Self.module(name, covered: covered, in: "Web") }
        let old = [Self.report("Web", [module("Up", 5), module("Down", 9), module("Gone", 1)])]
        let base = try CoverageReports.rows(of: CoverageReports.json(old))
        let now = [Self.report("Web", [module("Up", 8), module("Down", 7), module("New", 1)])]
        let table = CoverageTable(now, repository: repository, base: base)
        #expect(table.rows.map { $0.change?.text } == ["+30.0", "−20.0", "new"])
        // New and gone modules have nothing to compare with.
        #expect(table.total.change?.text == "+5.0")
        #expect(table.markdown.contains("| threshold | change | tests |"))
        // A module that its package no longer has is not carried over.
        #expect(!table.markdown.contains("Gone"))
    }
}
