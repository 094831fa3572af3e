/// Builds packages with a sanitizer and runs their tests, one package after the other. No build folder is shared with
/// builds without the sanitizer.
struct SanitizedRun {
    let sanitizer: Sanitizer
    let repository: Repository
    let shell: Shell
    let console: Console
    private let clock = ContinuousClock()

    /// Runs the tests and returns the exit status. If `names` is empty, tests the packages that `repo.json` lists.
    func execute(_ names: [String]) throws -> Int32 {
        let names = names.isEmpty ? repository.configuration.sanitize.packages : names
        if let unknown = names.first(where: { repository.package(named: $0) == nil }) {
            throw RepoError("\(RepoConfiguration.file): sanitize contains “\(unknown)”, which is not a package")
        }
        guard !names.isEmpty else {
            throw RepoError("\(RepoConfiguration.file): sanitize contains no packages; add some, or pass --package")
        }
        var reports: [PackageReport] = []
        let chosen = PackageGraph(repository).inBuildOrder.filter(names.contains).compactMap(repository.package)
        for (index, package) in chosen.enumerated() {
            console.note("[\(index + 1)/\(chosen.count)] \(package.name)\n")
            let report = try test(package)
            let seconds = Int(report.seconds.rounded())
            console.note(
                "    \(package.name): \(report.tests.passed) passed, \(report.tests.failed) failed in \(seconds) s\n"
            )
            reports.append(report)
        }
        console.out("\n" + SummaryTable(reports: reports).description)
        let tests = reports.map(\.tests).sum
        console.out("\n\(tests.passed) passed, \(tests.failed) failed\n")
        return tests.failed == 0 ? 0 : 1
    }

    private func test(_ package: Repository.Package) throws(RepoError) -> PackageReport {
        let start = clock.now
        let reports = ReportStore(root: repository.root).folder
        let folder = "\(reports)/sanitize/\(sanitizer.rawValue)/\(Repository.fileName(of: package.name))"
        let log = "\(folder).log"
        Files.remove(log)
        Files.remove(folder)
        try Files.makeFolder(folder)
        let status = try shell.log(command(for: package, reports: "\(folder)/report"), log).status
        let text = try Files.text(log)
        var tests = TestCounts(log: text, succeeded: status == 0)
        let summaries = try Sanitizer.summaries(in: folder)
        // The failure of a process with reports is already counted, so the numbers are not added.
        tests.failed = max(tests.failed, summaries.count)
        let relative = repository.relative(folder)
        for summary in summaries { console.note("    \(summary)\n") }
        if !summaries.isEmpty {
            console.note("    stack traces: \(relative)/\n")
        } else if tests.failed > 0 {
            console.note(TestCounts.failingLines(of: text).map { "    \($0)\n" }.joined())
            console.note("    see \(relative).log\n")
        }
        return PackageReport(
            package: package.name,
            folder: package.folder,
            tests: tests,
            seconds: (clock.now - start) / .seconds(1),
            problem: tests.failed == 0 ? nil : "status \(status), see \(relative).log",
            reason: "\(sanitizer.rawValue) sanitizer"
        )
    }

    private func command(for package: Repository.Package, reports: String) -> [String] {
        // Instrumented objects must not be mixed with those of a normal build.
        let folder = "\(repository.root)/\(Repository.buildFolder)/sanitize/\(sanitizer.rawValue)"
        let scratch = "\(folder)/\(BuildFolders(repository).name(of: package.name))"
        let defines = repository.configuration.sanitize.defines[sanitizer.rawValue, default: []]
        return ["env", sanitizer.options(reports: reports), "swift", "test"]
            + ["--package-path", Files.absolute(package.folder, from: repository.root), "--scratch-path", scratch]
            + ["--sanitize", sanitizer.rawValue] + defines.flatMap { ["-Xswiftc", "-D\($0)"] }
            + PackageTester.buildOptions
    }
}

enum Sanitizer: String, CaseIterable, Sendable {
    case address, thread

    /// Returns the environment variable with the options of the sanitizer's runtime, as `NAME=VALUE`.
    ///
    /// The value replaces one that the user has set, so that no suppressions apply. Each process writes its reports to
    /// a file of its own, `path` followed by a dot and the process ID, so that reports of child processes count.
    fileprivate func options(reports path: String) -> String {
        switch self {
        // Leak detection needs ptrace, which containers do not allow.
        case .address: "ASAN_OPTIONS=detect_leaks=0 log_path='\(path)'"
        case .thread: "TSAN_OPTIONS=log_path='\(path)'"
        }
    }
}

extension Sanitizer {
    /// Returns a line for each report in a folder: its summary, or the line with `FATAL` of a runtime that cannot
    /// start.
    fileprivate static func summaries(in folder: String) throws(RepoError) -> [String] {
        var lines: [Substring] = []
        for name in Files.names(in: folder) { lines += try Files.text("\(folder)/\(name)").split(separator: "\n") }
        return lines.filter { $0.hasPrefix("SUMMARY: ") || $0.contains("FATAL: ") }.map(String.init)
    }
}
