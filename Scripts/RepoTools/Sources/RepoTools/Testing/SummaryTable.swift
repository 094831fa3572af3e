/// The table at the end of a test run. A `<` after the coverage marks a module below its threshold, and a `*` an exempt
/// module.
struct SummaryTable: CustomStringConvertible {
    var reports: [PackageReport]

    var description: String {
        var rows = [["package", "module", "tests", "time", "processor", "coverage", "reason"]]
        rows += reports.flatMap(moduleRows)
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = row.indices.map { column in
                let isRightAligned = (2...5).contains(column)
                let space = String(repeating: " ", count: widths[column] - row[column].count)
                return isRightAligned ? space + row[column] : row[column] + space
            }
            let line = cells.joined(separator: "  ")
            return line[...(line.lastIndex { $0 != " " } ?? line.startIndex)] + "\n"
        }.joined()
    }

    /// Returns the rows of a package: one per module, or a single one without coverage if no module was measured, which
    /// says "failed" in place of the module if there was a problem. Only the first row contains the package, its tests,
    /// the time and the reason why it was tested.
    private func moduleRows(of report: PackageReport) -> [[String]] {
        let tests = "\(report.tests.passed)" + (report.tests.failed > 0 ? " (\(report.tests.failed) failed)" : "")
        let time = "\(Int(report.seconds.rounded())) s"
        let processor = report.processorSeconds.map { "\(Int($0.rounded())) s" } ?? ""
        guard !report.modules.isEmpty else {
            return [[report.package, report.problem == nil ? "" : "failed", tests, time, processor, "", report.reason]]
        }
        return report.modules.enumerated().map { index, module in
            let note = module.isBelowThreshold ? " <" : module.exemption == nil ? "" : " *"
            let coverage = module.percentText + note
            return index == 0
                ? [report.package, module.module, tests, time, processor, coverage, report.reason]
                : ["", module.module, "", "", "", coverage, ""]
        }
    }
}
