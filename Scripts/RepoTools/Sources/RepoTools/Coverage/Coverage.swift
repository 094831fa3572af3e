struct FileCoverage: Codable, Equatable {
    /// Relative to the root.
    var path: String
    /// The number of executable lines.
    var lineCount: Int
    var coveredLineCount: Int
}

/// The coverage of a module by the tests of its package.
struct ModuleCoverage: Codable, Equatable {
    var module: String
    var files: [FileCoverage]
    /// The minimum percentage.
    var threshold: Double
    /// Why the module is exempt from the threshold, or nil.
    var exemption: String?
    /// Whether a test links the module. If not, all its lines of code count as not covered.
    var isLinked = true

    /// The number of executable lines or, if no test links the module, of lines of code except imports.
    var totalLineCount: Int { files.reduce(0) { $0 + $1.lineCount } }
    var coveredLineCount: Int { files.reduce(0) { $0 + $1.coveredLineCount } }
    /// The coverage in percent, or nil if there are no lines to count.
    var percent: Double? { totalLineCount == 0 ? nil : 100 * Double(coveredLineCount) / Double(totalLineCount) }
    var isBelowThreshold: Bool { exemption == nil && (percent ?? 100) < threshold }

    /// The coverage with one decimal, rounded down so that 79.96 is not printed as 80.0.
    var percentText: String {
        guard let percent else { return "–" }
        let tenths = Int(percent * 10)
        return "\(tenths / 10).\(tenths % 10)%"
    }
}

/// Extracts the coverage of a package from the export of its tests.
struct CoverageReader {
    var repository: Repository

    /// Returns the package's modules that have Swift sources, other than tests, in the order of the manifest.
    ///
    /// - Parameter names: The modules to read; nil for all.
    func modules(
        of package: Repository.Package,
        only names: Set<String>? = nil,
        export: LLVMExport
    ) throws(RepoError) -> [ModuleCoverage] {
        let owners = repository.pathOwners
        // `#sourceLocation` can name files that do not exist.
        let measured = export.data.flatMap(\.files).filter {
            $0.filename.hasPrefix(repository.root + "/") && Files.exists($0.filename)
        }
        var modules: [ModuleCoverage] = []
        for target in package.manifest.targets
        where !target.isTest && !target.isSystemLibrary && names?.contains(target.name) != false {
            let sources = repository.files(of: target, in: package)
            guard !sources.isEmpty else { continue }
            let reference = TargetReference(package: package.name, target: target.name)
            let files = measured.filter { owners.claims(of: repository.relative($0.filename)).contains(reference) }
                .sorted { $0.filename < $1.filename }
            let rules = repository.configuration
            modules.append(
                ModuleCoverage(
                    module: target.name,
                    files: files.isEmpty ? try sources.map(unlinked) : files.map(file),
                    threshold: rules.threshold(of: target.name, in: package.name),
                    exemption: rules.coverage.exempt[target.name],
                    isLinked: !files.isEmpty
                )
            )
        }
        return modules
    }

    private func file(_ file: LLVMExport.File) -> FileCoverage {
        let counts = file.lineCounts
        return FileCoverage(
            path: repository.relative(file.filename),
            lineCount: counts.count,
            coveredLineCount: counts.count { $0.value > 0 }
        )
    }

    /// Returns the lines of a file in a module that no test links. Each line of code except imports counts, because
    /// only a compiler knows which are executable.
    private func unlinked(_ path: String) throws(RepoError) -> FileCoverage {
        let text = try repository.text(path)
        let imports = Set(ImportScanner.imports(in: text).map(\.line))
        let lines = SwiftText.codeLines(of: text).map(\.number).filter { !imports.contains($0) }
        return FileCoverage(path: path, lineCount: lines.count, coveredLineCount: 0)
    }
}
