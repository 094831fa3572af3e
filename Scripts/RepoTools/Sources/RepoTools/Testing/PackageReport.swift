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
