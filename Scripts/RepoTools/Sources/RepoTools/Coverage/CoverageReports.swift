import Foundation

/// Writes what was measured as pages, Markdown, lcov and JSON.
struct CoverageReports {
    var store: ReportStore
    /// Where the sources are, for the pages that show them.
    var root: String

    /// Writes all reports; returns the Markdown summary, nil when nothing was measured yet.
    @discardableResult
    func write(for repository: Repository) throws(RepoError) -> String? {
        let reports = store.reports(of: repository.packages.map(\.name))
        guard !reports.isEmpty else { return nil }
        Files.remove(store.coverage)
        let page = CoveragePages(reports: reports)
        try Files.write(page.index, to: "\(store.coverage)/index.html")
        for file in reports.flatMap(\.modules).flatMap(\.files) {
            let source = try? Files.text("\(root)/\(file.path)")
            try Files.write(
                page.source(file, text: source ?? ""),
                to: "\(store.coverage)/\(CoveragePages.name(of: file))"
            )
        }
        let markdown = Self.markdown(reports)
        try Files.write(markdown, to: "\(store.coverage)/coverage.md")
        try Files.write(Self.lcov(reports, root: root), to: "\(store.coverage)/coverage.lcov")
        try Files.write(Self.json(reports), to: "\(store.coverage)/coverage.json")
        return markdown
    }

    static func markdown(_ reports: [PackageReport]) -> String {
        var text = "| package | module | tests | lines | covered | coverage | needed |\n|---|---|--:|--:|--:|--:|--:|\n"
        for report in reports {
            let tests = report.tests.failed == 0 ? "\(report.tests.passed)" : "**\(report.tests.failed) failed**"
            for module in report.modules {
                let percent = module.isTooLow ? "**\(module.percentText)**" : module.percentText
                let needed = module.exemption.map { "none: \($0)" } ?? "\(module.threshold) %"
                text += "| \(report.package) | `\(module.module)` | \(tests) | \(module.lines) | \(module.covered) | "
                text += "\(percent) | \(needed) |\n"
            }
            if report.modules.isEmpty {
                text += "| \(report.package) | | \(tests) | | | \(report.problem ?? "nothing to measure") | |\n"
            }
        }
        return text
    }

    /// The `.info` format of geninfo(1).
    static func lcov(_ reports: [PackageReport], root: String) -> String {
        reports.flatMap(\.modules).flatMap(\.files).map { file in
            "TN:\nSF:\(root)/\(file.path)\n" + file.lines.map { "DA:\($0.line),\($0.count)\n" }.joined()
                + "LF:\(file.lines.count)\nLH:\(file.covered)\nend_of_record\n"
        }.joined()
    }

    static func json(_ reports: [PackageReport]) throws(RepoError) -> String {
        struct Row: Encodable {
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
        let rows = reports.flatMap { report in
            report.modules.map { module in
                Row(
                    package: report.package,
                    module: module.module,
                    passed: report.tests.passed,
                    failed: report.tests.failed,
                    lines: module.lines,
                    covered: module.covered,
                    percent: module.percent,
                    threshold: module.threshold,
                    exemption: module.exemption,
                    isLinked: module.isLinked
                )
            }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(rows), as: UTF8.self) + "\n"
        } catch {
            throw RepoError("cannot write the coverage as JSON: \(error)")
        }
    }
}
