import Foundation

/// Writes the coverage as an HTML table, Markdown, lcov and JSON.
struct CoverageReports {
    private let repository: Repository

    init(_ repository: Repository) {
        self.repository = repository
    }

    /// Writes all reports, compared with another run if `base` is given, and returns the Markdown summary, or nil if
    /// nothing was measured.
    @discardableResult
    func write(base: [Row]? = nil) throws(RepoError) -> String? {
        let store = ReportStore(root: repository.root)
        let reports = store.reports(of: repository.packages.map(\.name))
        guard !reports.isEmpty else { return nil }
        let table = CoverageTable(reports, repository: repository, base: base)
        try Files.write(table.html, to: "\(store.coverage)/index.html")
        try Files.write(table.markdown, to: "\(store.coverage)/coverage.md")
        try Files.write(Self.lcov(reports, root: repository.root), to: "\(store.coverage)/coverage.lcov")
        try Files.write(
            Self.json(reports, carried: table.rows.compactMap(\.carried)),
            to: "\(store.coverage)/coverage.json"
        )
        return table.markdown
    }

    /// Returns the coverage in the `.info` format of geninfo(1).
    static func lcov(_ reports: [PackageReport], root: String) -> String {
        reports.flatMap(\.modules).flatMap(\.files).map { file in
            "TN:\nSF:\(root)/\(file.path)\n" + file.lines.map { "DA:\($0.line),\($0.count)\n" }.joined()
                + "LF:\(file.lines.count)\nLH:\(file.coveredLineCount)\nend_of_record\n"
        }.joined()
    }

    /// One module in `coverage.json`.
    struct Row: Codable, Equatable {
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
        /// True if the figures are those of another run, because the change does not affect the module.
        var isCarriedOver: Bool?
    }

    static func rows(of json: String) throws(RepoError) -> [Row] {
        do {
            return try JSONDecoder().decode([Row].self, from: Data(json.utf8))
        } catch {
            throw RepoError("the file of --base is not a coverage.json: \(error)")
        }
    }

    /// - Parameter carried: The rows of modules that only another run has measured.
    static func json(_ reports: [PackageReport], carried: [Row] = []) throws(RepoError) -> String {
        let rows = reports.flatMap { report in
            report.modules.map { module in
                Row(
                    package: report.package,
                    module: module.module,
                    passed: report.tests.passed,
                    failed: report.tests.failed,
                    lines: module.totalLineCount,
                    covered: module.coveredLineCount,
                    percent: module.percent,
                    threshold: module.threshold,
                    exemption: module.exemption,
                    isLinked: module.isLinked
                )
            }
        }
        let marked = carried.map { row in
            var row = row
            row.isCarriedOver = true
            return row
        }
        return try (rows + marked).formattedJSON()
    }
}
