import Foundation

/// The result of testing a package, stored so that the reports can be written again.
struct PackageReport: Codable, Equatable {
    var package: String
    var folder: String
    var tests: TestCounts
    /// Seconds, including the build.
    var seconds: Double
    /// Seconds of processor time.
    var processorSeconds: Double?
    /// Why the run failed, or nil.
    var problem: String?
    var modules: [ModuleCoverage] = []
    /// Why the package was tested.
    var reason: String

    /// Returns this report with the modules that only an earlier report contains added, in the order of the manifest.
    func adding(modulesOf earlier: PackageReport?, orderedBy manifest: Manifest) -> PackageReport {
        guard let earlier else { return self }
        let measured = Dictionary((earlier.modules + modules).map { ($0.module, $0) }) { $1 }
        var report = self
        report.modules = manifest.targets.compactMap { measured[$0.name] }
        return report
    }

    var modulesBelowThreshold: [ModuleCoverage] { modules.filter(\.isBelowThreshold) }
}

/// The folder of reports: the last report of each package, the logs, the coverage pages, and the inputs of passed
/// steps.
struct ReportStore {
    /// The full path of `.build/reports`.
    var folder: String

    init(root: String) {
        folder = "\(root)/\(Repository.buildFolder)/reports"
    }

    var logs: String { folder + "/logs" }
    var coverage: String { folder + "/coverage" }

    private func path(of package: String) -> String { "\(folder)/data/\(Repository.fileName(of: package)).json" }

    func save(_ report: PackageReport) throws(RepoError) {
        guard let data = try? JSONEncoder().encode(report) else {
            throw RepoError("cannot encode the report of \(report.package)")
        }
        try Files.write(data, to: path(of: report.package))
    }

    /// Returns the reports of the tested packages in the given order. Unreadable reports are ignored.
    func reports(of packages: [String]) -> [PackageReport] {
        packages.compactMap { name in
            (try? Files.data(path(of: name))).flatMap { try? JSONDecoder().decode(PackageReport.self, from: $0) }
        }
    }

    // MARK: Inputs of the last success

    private func inputsPath(of name: String) -> String { "\(folder)/inputs/\(Repository.fileName(of: name))" }

    /// Stores the inputs of a step that passed; nil removes them, so that the step is repeated.
    func record(inputs: String?, of name: String) {
        Files.remove(inputsPath(of: name))
        // A failure is ignored: the list only saves time.
        if let inputs { try? Files.replace(inputsPath(of: name), with: inputs) }
    }

    /// Returns the inputs of the last success, or nil.
    func inputs(of name: String) -> String? { try? Files.text(inputsPath(of: name)) }
}

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
