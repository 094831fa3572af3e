/// The lines of one source file.
struct FileCoverage: Codable, Equatable {
    /// Relative to the root.
    var path: String
    var lines: [LineCount]
    /// Tells whether the file is still the one that was measured.
    var digest: String

    var covered: Int { lines.count { $0.count > 0 } }
}

/// One module as its own package's tests see it.
struct ModuleCoverage: Codable, Equatable {
    var module: String
    var files: [FileCoverage]
    /// The least percentage allowed.
    var threshold: Double
    /// Why the threshold does not hold for it; nil when it does.
    var exemption: String?
    /// False when no test links it, so that all its lines of code count as not run.
    var isLinked = true

    var lines: Int { files.reduce(0) { $0 + $1.lines.count } }
    var covered: Int { files.reduce(0) { $0 + $1.covered } }
    /// Nil when there is nothing to run in it.
    var percent: Double? { lines == 0 ? nil : 100 * Double(covered) / Double(lines) }
    var isTooLow: Bool { exemption == nil && (percent ?? 100) < threshold }

    /// One decimal, rounded down: 79.96 must not read as 80.0.
    var percentText: String {
        guard let percent else { return "–" }
        let tenths = Int(percent * 10)
        return "\(tenths / 10).\(tenths % 10)%"
    }
}

/// Reads a package's coverage out of the export of its tests.
struct CoverageReader {
    var repository: Repository

    /// Its product modules with Swift sources, in the order of the manifest. Dependencies and tests do not count.
    func modules(of package: Repository.Package, export: LLVMExport) throws(RepoError) -> [ModuleCoverage] {
        let measured = export.data.flatMap(\.files)
        var modules: [ModuleCoverage] = []
        for target in package.manifest.targets where !target.isTest && !target.isSystemLibrary {
            let folder = "\(repository.root)/\(package.folder)/\(target.folder)"
            let sources = Files.all(below: folder, suffix: ".swift")
            guard !sources.isEmpty else { continue }
            let files = measured.filter { $0.filename.hasPrefix(folder + "/") }.sorted { $0.filename < $1.filename }
            let rules = repository.configuration
            modules.append(
                ModuleCoverage(
                    module: target.name,
                    files: files.isEmpty ? try sources.map(unlinked) : try files.map(file),
                    threshold: rules.threshold(of: package.name),
                    exemption: rules.coverage.exempt[target.name],
                    isLinked: !files.isEmpty
                )
            )
        }
        return modules
    }

    private func file(_ file: LLVMExport.File) throws(RepoError) -> FileCoverage {
        FileCoverage(
            path: relative(file.filename),
            lines: file.lines,
            digest: StableHash.hex(try Files.text(file.filename))
        )
    }

    /// Nothing ran: each line of code counts, imports aside, because only a compiler could say which ones can run.
    private func unlinked(_ path: String) throws(RepoError) -> FileCoverage {
        let text = try Files.text(path)
        let imports = Set(ImportScanner.imports(in: text).map(\.line))
        let lines = SwiftText.codeLines(of: text).map(\.number).filter { !imports.contains($0) }
        return FileCoverage(
            path: relative(path),
            lines: lines.map { LineCount(line: $0, count: 0) },
            digest: StableHash.hex(text)
        )
    }

    private func relative(_ path: String) -> String {
        String(path.dropFirst(repository.root.count + 1))
    }
}
