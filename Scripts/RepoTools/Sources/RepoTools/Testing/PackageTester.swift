import Foundation

/// Builds and tests a package and reads the results.
struct PackageTester: Sendable {
    var repository: Repository
    var shell: Shell
    var console: Console
    var store: ReportStore
    private let buildFolders: BuildFolders
    private let clock = ContinuousClock()

    init(repository: Repository, shell: Shell, console: Console) {
        self.repository = repository
        self.shell = shell
        self.console = console
        store = ReportStore(root: repository.root)
        buildFolders = BuildFolders(repository)
    }

    /// Tests a package with its own manifest and measures its coverage.
    ///
    /// - Parameter part: The targets to test and measure; nil for all. The returned report contains only these targets;
    ///   the stored one also contains the last coverage of the others.
    func test(
        _ package: Repository.Package,
        part: [Affected.SelectedTarget]? = nil,
        reason: String
    ) throws(RepoError) -> PackageReport {
        let path = Files.absolute(package.folder, from: repository.root)
        let start = clock.now
        let startDate = Date()
        let folder = buildFolders.path(of: package.name)
        let options = ["--package-path", path, "--scratch-path", folder]
        let hasTests = package.manifest.targets.contains(where: \.isTest)
        let filters = (part ?? []).filter(\.isTest).flatMap { ["--filter", "^\($0.module)[.]"] }
        let command =
            hasTests
            ? ["swift", "test"] + options + Self.buildOptions + ["--enable-code-coverage"] + filters
            : ["swift", "build"] + options + Self.buildOptions
        var (tests, problem, time) = try run(command, log: Repository.fileName(of: package.name))
        if problem == nil, !filters.isEmpty, tests.passed == 0 {
            // Otherwise a wrong filter would look like success.
            problem = "no test ran with \(filters.joined(separator: " "))"
            tests.failed = 1
            console.note("    \(package.name): \(problem ?? "")\n")
        }
        var report = PackageReport(
            package: package.name,
            folder: package.folder,
            tests: tests,
            seconds: (clock.now - start) / .seconds(1),
            processorSeconds: time / .seconds(1),
            problem: problem,
            reason: reason
        )
        if !hasTests {
            report.modules = try CoverageReader(repository: repository).modules(
                of: package,
                export: LLVMExport(data: [])
            )
        } else if let measurement = try CoverageExport(shell: shell).read(options, since: startDate) {
            report.modules = try CoverageReader(repository: repository).modules(
                of: package,
                only: part.map { Set($0.map(\.name)) },
                export: measurement.export
            )
            for module in report.modules where module.isLinked {
                let files = module.files.map { Files.absolute($0.path, from: repository.root) }
                CoverageExport(shell: shell).writePages(
                    measurement,
                    of: files,
                    to: "\(store.coverage)/\(module.module)"
                )
            }
        } else if problem == nil {
            report.problem = "its tests produced no coverage data"
            report.tests.failed += 1
        }
        report.modulesBelowThreshold.forEach { module in
            let message = "\(module.module): \(module.percentText) of lines covered, below \(module.threshold) %"
            console.note("    \(message)\(module.isLinked ? "" : " (no test links it)")\n")
        }
        let earlier = part == nil ? nil : store.reports(of: [package.name]).first
        try store.save(report.adding(modulesOf: earlier, orderedBy: package.manifest))
        return report
    }

    static let buildOptions = [
        // Prevents the reuse of another package's build plan in a shared folder.
        "--disable-build-manifest-caching",
        // XCTest discovery needs the index. Indexing system modules takes a third of a build and is not needed.
        "-Xswiftc", "-index-ignore-system-modules",
    ]

    /// Builds the root manifest, as other packages use it if `repo.json` names a program in `umbrella`. The tests are
    /// run with the packages' manifests instead.
    func buildRoot() throws(RepoError) -> PackageReport {
        let start = clock.now
        // Creating the index takes a tenth of the time and is not needed.
        let build = ["swift", "build", "--disable-index-store", "--package-path", repository.root]
        let umbrella = repository.configuration.umbrella
        let command = umbrella.isEmpty ? build : ["\(repository.root)/\(umbrella[0])"] + umbrella.dropFirst()
        let (tests, problem, time) = try run(command, log: "root")
        let report = PackageReport(
            package: Self.root,
            folder: ".",
            tests: tests,
            seconds: (clock.now - start) / .seconds(1),
            processorSeconds: time / .seconds(1),
            problem: problem,
            reason: "the root manifest"
        )
        try store.save(report)
        return report
    }

    static let root = "(root)"

    /// Runs a command, and returns the numbers of its tests, a description of its failure, or nil if it succeeded, and
    /// its processor time.
    private func run(
        _ command: [String],
        log name: String
    ) throws(RepoError) -> (TestCounts, problem: String?, processorTime: Duration) {
        let log = "\(store.logs)/\(name).log"
        Files.remove(log)
        let exit = try shell.log(command, log)
        let status = exit.status
        let text = try Files.text(log)
        let runsTests = command.starts(with: ["swift", "test"])
        let tests = runsTests || status != 0 ? TestCounts(log: text, succeeded: status == 0) : TestCounts()
        guard status != 0 || tests.failed > 0 else { return (tests, nil, exit.processorTime) }
        // The end of the log shows where a program that hangs stopped.
        let lines = exit.wasSilent ? text.split(whereSeparator: \.isNewline).suffix(15).map(String.init) : []
        console.note((TestCounts.failingLines(of: text) + lines).map { "    \($0)\n" }.joined())
        if exit.wasSilent { console.note("    it printed nothing for 15 minutes and was ended\n") }
        let relative = log.dropFirst(repository.root.count + 1)
        console.note("    “\(command.joined(separator: " "))” exited with status \(status); see \(relative)\n")
        return (tests, "status \(status), see \(relative)", exit.processorTime)
    }
}
