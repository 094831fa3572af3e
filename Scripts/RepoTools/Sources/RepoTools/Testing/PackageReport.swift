import Foundation

/// What testing one package came to; kept so that the reports can be written again.
struct PackageReport: Codable, Equatable {
    var package: String
    var folder: String
    var tests: TestCounts
    /// Seconds, building included.
    var seconds: Double
    /// What kept the run from ending well; nil when it passed.
    var problem: String?
    var modules: [ModuleCoverage]
    /// Why it was chosen.
    var because: String

    /// Modules below their threshold.
    var tooLow: [ModuleCoverage] { modules.filter(\.isTooLow) }
}

/// The reports of the last runs, a file a package.
struct ReportStore {
    /// The full path of `.build/reports`.
    var folder: String

    init(root: String) {
        folder = "\(root)/\(Repository.buildFolder)/reports"
    }

    var logs: String { folder + "/logs" }
    var coverage: String { folder + "/coverage" }

    private func path(of package: String) -> String { "\(folder)/data/\(package).json" }

    func save(_ report: PackageReport) throws(RepoError) {
        do {
            let data = try JSONEncoder().encode(report)
            try Files.write(String(decoding: data, as: UTF8.self), to: path(of: report.package))
        } catch let error as RepoError {
            throw error
        } catch {
            throw RepoError("cannot write the report of \(report.package): \(error)")
        }
    }

    // MARK: What the last run that passed was made from

    private func inputsPath(of name: String) -> String { "\(folder)/inputs/\(name)" }

    /// Keeps the list of what went into something that passed; nil forgets it, so that it is tested again.
    func keep(inputs: String?, of name: String) {
        Files.remove(inputsPath(of: name))
        // A list that cannot be kept costs time, nothing else.
        if let inputs { try? Files.replace(inputsPath(of: name), with: inputs) }
    }

    /// What went into it when it last passed; nil when it did not.
    func inputs(of name: String) -> String? { try? Files.text(inputsPath(of: name)) }

    /// The reports of those packages that were tested, in the given order; one that cannot be read counts as none.
    func reports(of packages: [String]) -> [PackageReport] {
        packages.compactMap { name in
            (try? Files.data(path(of: name))).flatMap { try? JSONDecoder().decode(PackageReport.self, from: $0) }
        }
    }
}
