import Foundation

/// Writes the coverage as an HTML table, Markdown and JSON.
struct CoverageReports {
    private let repository: Repository

    init(_ repository: Repository) {
        self.repository = repository
    }

    /// Writes all reports and returns the Markdown summary, or nil if nothing was measured.
    @discardableResult
    func write() throws(RepoError) -> String? {
        let store = ReportStore(root: repository.root)
        let reports = store.reports(of: repository.packages.map(\.name))
        guard !reports.isEmpty else { return nil }
        let table = CoverageTable(reports)
        try Files.write(table.html, to: "\(store.coverage)/index.html")
        try Files.write(table.markdown, to: "\(store.coverage)/coverage.md")
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(reports.flatMap(\.rows)) else {
            throw RepoError("cannot write the coverage as JSON")
        }
        try Files.write(String(decoding: json, as: UTF8.self) + "\n", to: "\(store.coverage)/coverage.json")
        return table.markdown
    }
}

extension PackageReport {
    /// A module in `coverage.json`, for programs such as the badge or the trend of a repository.
    fileprivate struct Row: Encodable {
        var package: String
        var module: String
        var passed: Int
        var failed: Int
        var lines: Int
        var covered: Int
        var percent: Double?
        var threshold: Double
        var exemption: String?
        var isLinked: Bool
    }

    fileprivate var rows: [Row] {
        modules.map { module in
            Row(
                package: package,
                module: module.module,
                passed: tests.passed,
                failed: tests.failed,
                lines: module.totalLineCount,
                covered: module.coveredLineCount,
                percent: module.percent,
                threshold: module.threshold,
                exemption: module.exemption,
                isLinked: module.isLinked
            )
        }
    }
}

/// The coverage of all modules, as the HTML report and the summary of a workflow run show it.
private struct CoverageTable {
    /// A module, or a package without measured modules.
    private struct Row {
        var package: String
        var module: ModuleCoverage?
        var tests: TestCounts
        /// Why the run failed, or nil.
        var problem: String?

        /// The cells between the module and the tests.
        var cells: [String] {
            guard let module else { return [problem ?? "nothing to measure", "", ""] }
            return [
                module.percentText, "\(module.coveredLineCount)/\(module.totalLineCount)",
                module.exemption == nil ? "\(module.threshold) %".replacing(".0 ", with: " ") : "exempt",
            ]
        }

        var isBelowThreshold: Bool { module?.isBelowThreshold == true }
    }

    private let rows: [Row]
    /// The lines of all modules, as one module. No threshold applies to it.
    private let total: Row

    init(_ reports: [PackageReport]) {
        rows = reports.flatMap { report in
            (report.modules.isEmpty ? [nil] : report.modules.map(Optional.some)).map { module in
                Row(package: report.package, module: module, tests: report.tests, problem: report.problem)
            }
        }
        let files = reports.flatMap(\.modules).flatMap(\.files)
        total = Row(
            package: "total",
            module: ModuleCoverage(module: "", files: files, threshold: 0),
            tests: reports.map(\.tests).sum
        )
    }

    var markdown: String {
        var text = "| package | module | coverage | lines | threshold | tests |\n|---|---|--:|--:|--:|--:|\n"
        for row in rows {
            var cells = row.cells
            if row.isBelowThreshold { cells[0] = "**\(cells[0])**" }
            text += Self.line([row.package, row.module.map { "`\($0.module)`" } ?? ""] + cells, row.tests)
        }
        text += Self.line(["**total**", "", total.cells[0], total.cells[1], ""], total.tests)
        let exempt = rows.compactMap(\.module).filter { $0.exemption != nil }
        guard !exempt.isEmpty else { return text }
        return text + "\nExempt: " + exempt.map { "`\($0.module)` (\($0.exemption ?? ""))" }.joined(separator: "; ")
            + ".\n"
    }

    private static func line(_ cells: [String], _ tests: TestCounts) -> String {
        let count = tests.failed == 0 ? "\(tests.passed)" : "**\(tests.failed) failed**"
        return "| " + (cells + [count]).joined(separator: " | ") + " |\n"
    }

    /// The table as a page. Each module is a link to the index that `llvm-cov` wrote in the folder of its name.
    var html: String {
        let titles = ["package", "module", "coverage", "lines", "threshold", "tests"]
        let lines = (rows + [total]).map { row in
            let name = Self.escaped(row.module?.module ?? "")
            let tests = row.tests.failed == 0 ? "\(row.tests.passed)" : "\(row.tests.failed) failed"
            let cells = (row.cells + [tests]).map { "<td>\(Self.escaped($0))" }.joined()
            let isLow = row.isBelowThreshold || row.tests.failed > 0
            let isLinked = row.module?.isLinked == true && !name.isEmpty
            let link = isLinked ? "<a href=\"\(name)/index.html\">\(name)</a>" : name
            return "<tr\(isLow ? " class=low" : "")><td>\(Self.escaped(row.package))<td>\(link)\(cells)\n"
        }
        return """
            <!doctype html><html lang=en><meta charset=utf-8><title>Coverage</title>
            <style>
            :root{color-scheme:light dark} body{font:15px/1.5 system-ui,sans-serif;margin:2rem}
            table{border-collapse:collapse} td,th{padding:.2rem .8rem;text-align:left} tr:nth-child(even){background:#8881}
            .low{color:light-dark(#b00020,#ff8a80)}
            </style>
            <h1>Coverage of each module by its own package's tests</h1>
            <table>
            <thead><tr>\(titles.map { "<th>\($0)" }.joined())</thead>
            \(lines.joined())</table>

            """
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }
}
