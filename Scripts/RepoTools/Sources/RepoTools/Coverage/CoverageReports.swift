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
        try Files.write(reports.flatMap(\.rows).formattedJSON(), to: "\(store.coverage)/coverage.json")
        return table.markdown
    }
}

extension PackageReport {
    /// A module in `coverage.json`.
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
