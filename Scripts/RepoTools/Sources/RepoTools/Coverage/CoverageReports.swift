import Foundation

/// Writes the coverage as HTML pages, Markdown, lcov and JSON.
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
        Files.remove(store.coverage)
        let table = CoverageTable(reports, repository: repository, base: base)
        let page = CoveragePages(table: table)
        try Files.write(page.index, to: "\(store.coverage)/index.html")
        for file in reports.flatMap(\.modules).flatMap(\.files) {
            let source = (try? repository.text(file.path)) ?? ""
            try Files.write(page.source(file, text: source), to: "\(store.coverage)/\(CoveragePages.name(of: file))")
        }
        try Files.write(table.markdown, to: "\(store.coverage)/coverage.md")
        try Files.write(Self.lcov(reports, root: repository.root), to: "\(store.coverage)/coverage.lcov")
        try Files.write(Self.json(reports), to: "\(store.coverage)/coverage.json")
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
    }

    static func rows(of json: String) throws(RepoError) -> [Row] {
        do {
            return try JSONDecoder().decode([Row].self, from: Data(json.utf8))
        } catch {
            throw RepoError("the file of --base is not a coverage.json: \(error)")
        }
    }

    static func json(_ reports: [PackageReport]) throws(RepoError) -> String {
        try reports.flatMap { report in
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
        }.formattedJSON()
    }
}
