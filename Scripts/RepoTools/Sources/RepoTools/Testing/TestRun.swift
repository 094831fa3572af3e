import Foundation
import SeekBasics

/// Tests the packages of a plan, several in parallel, runs the checks, and writes the reports.
struct TestRun {
    private let repository: Repository
    private let shell: Shell
    private let console: Console
    private let inputs: InputLists
    private let isForced: Bool
    private let jobs: Int
    private let store: ReportStore
    private var reports: [PackageReport] = []
    private var failedChecks = 0

    /// - Parameter jobs: The number of build folders used at the same time. A single build leaves processors idle while
    ///   it links.
    init(repository: Repository, shell: Shell, console: Console, inputs: InputLists, isForced: Bool, jobs: Int) {
        self.repository = repository
        self.shell = shell
        self.console = console
        self.inputs = inputs
        self.isForced = isForced
        self.jobs = jobs
        store = ReportStore(root: repository.root)
    }

    /// The test of a package or the build of the root.
    private struct Step: Sendable {
        var name: String
        /// Steps with the same folder are run one after the other.
        var buildFolder: String
        var inputs: String?
        var reason: String
        /// Whether the step runs only some of the package's tests.
        var isPart = false
        /// Runs the step; the second argument is the reason for the report.
        var work: @Sendable (PackageTester, String) throws(RepoError) -> PackageReport
    }

    mutating func execute(_ plan: TestPlan) throws -> Int32 {
        let buildFolders = BuildFolders(repository)
        let packages = PackageGraph(repository).inBuildOrder.filter { plan.reasons[$0] != nil }
        var steps = packages.compactMap(repository.package).map { package in
            let part = plan.parts[package.name]
            return Step(
                name: package.name,
                buildFolder: buildFolders.name(of: package.name),
                inputs: inputs.packages[package.name],
                reason: plan.reasons[package.name, default: ""],
                isPart: part != nil
            ) { tester, reason throws(RepoError) in try tester.test(package, part: part, reason: reason) }
        }
        if plan.buildsRoot {
            let name = PackageTester.root
            let root = Step(name: name, buildFolder: name, inputs: inputs.root, reason: "all") {
                tester,
                _ throws(RepoError) in try tester.buildRoot()
            }
            steps.append(root)
        }
        reports = try execute(steps)
        if plan.runsChecks {
            try runChecks()
            if !repository.configuration.lint.isEmpty { failedChecks += try runCheck("lint", runLinter) }
        }
        if plan.buildsRoot || plan.comparesInterfaces { try checkInterfaces(plan) }
        if plan.buildsRoot {
            let hasDocumentation = repository.configuration.documentation != RepoConfiguration.Documentation()
            if hasDocumentation { failedChecks += try runCheck("docs", checkDocumentation) }
        }

        try CoverageReports(repository).write()
        console.out("\n" + SummaryTable(reports: reports).description)
        if !packages.isEmpty { console.note("coverage: .build/reports/coverage/index.html\n") }
        console.note("processor time: \(Int(Self.processorSeconds.rounded())) s\n")
        let tests = reports.map(\.tests).sum
        let failed = tests.failed + failedChecks + reports.reduce(0) { $0 + $1.modulesBelowThreshold.count }
        console.out("\n\(tests.passed) passed, \(failed) failed\n")
        return failed == 0 ? 0 : 1
    }

    /// Runs the steps and returns the reports in the same order. Steps with different build folders run in parallel.
    private func execute(_ steps: [Step]) throws(RepoError) -> [PackageReport] {
        // The build folder with the most steps first, so that it does not run alone at the end.
        let queues = Dictionary(grouping: steps.indices) { steps[$0].buildFolder }.values
            .sorted { ($1.count, $0[0]) < ($0.count, $1[0]) }
        let nextQueue = Atomic(0)
        let startedCount = Atomic(0)
        let results = Mutex<[Int: Result<PackageReport, RepoError>]>([:])
        DispatchQueue.concurrentPerform(iterations: max(1, jobs)) { _ in
            while true {
                let queue = nextQueue.add(1, ordering: .relaxed).oldValue
                guard queue < queues.count else { return }
                for index in queues[queue] {
                    let number = startedCount.add(1, ordering: .relaxed).newValue
                    let result = Result { () throws(RepoError) in
                        try execute(steps[index], position: "\(number)/\(steps.count)")
                    }
                    results.withLock { $0[index] = result }
                }
            }
        }
        var reports: [PackageReport] = []
        for index in steps.indices {
            if let report = try results.withLock({ $0[index] })?.get() { reports.append(report) }
        }
        return reports
    }

    /// Runs a step, or reuses its result if it passed with the same inputs.
    private func execute(_ step: Step, position: String) throws(RepoError) -> PackageReport {
        let (isSame, change) = compare(step.inputs, of: step.name)
        if isSame, var report = store.reports(of: [step.name]).first {
            report.seconds = 0
            report.processorSeconds = nil
            report.reason = "unchanged since it passed"
            console.note("[\(position)] \(step.name): unchanged since it passed: \(report.tests.passed) passed\n")
            return report
        }
        console.note("[\(position)] \(step.name)\n")
        // If all tests of the package run and pass, the inputs are stored again below.
        store.record(inputs: nil, of: step.name)
        // The notes are printed in one piece, because other steps may print at the same time.
        let notes = Mutex("")
        var console = self.console
        console.note = { note in notes.withLock { $0 += note } }
        let tester = PackageTester(repository: repository, shell: shell, console: console)
        let reason = step.reason == "all" ? change.map { "\($0) changed" } ?? step.reason : step.reason
        var report = try step.work(tester, reason)
        if step.name == PackageTester.root, let change { report.reason = "\(change) changed" }
        let tests = report.tests
        let result = "\(tests.passed) passed, \(tests.failed) failed in \(Int(report.seconds.rounded())) s"
        self.console.note(notes.withLock(\.self) + "    \(step.name): \(result)\n")
        if tests.failed == 0, report.problem == nil, !step.isPart { store.record(inputs: step.inputs, of: step.name) }
        return report
    }

    /// Compares the inputs of a step with those of its last success, and describes the first difference.
    private func compare(_ inputs: String?, of name: String) -> (isSame: Bool, change: String?) {
        guard let inputs, !isForced, let old = store.inputs(of: name) else { return (false, nil) }
        let change = InputLists.difference(old, inputs)
        return (change == nil, change)
    }

    /// Runs the checks; each check with findings counts as one failure.
    private mutating func runChecks() throws(RepoError) {
        for area in CheckCommand.Area.allCases {
            failedChecks += try timed(area.rawValue) { () throws(RepoError) in
                let findings = try CheckCommand.findings(area, in: repository, console: console)
                findings.forEach { console.note("    \($0)\n") }
                return findings.isEmpty
            }
        }
    }

    /// Compares the interfaces of the modules built for the tests with their baselines, if there are any.
    private mutating func checkInterfaces(_ plan: TestPlan) throws(RepoError) {
        let folders = BuildFolders(repository)
        let baselines = APIBaselines(BuiltModules(repository: repository, shell: shell, testFolders: folders))
        let failed = Set(reports.filter { $0.problem != nil }.map(\.package))
        // Others cannot differ, or are not built.
        let modules = baselines.built.modules.filter { module in
            plan.reasons[module.package.name] != nil && !failed.contains(module.package.name)
        }
        guard modules.contains(where: { baselines.baseline(of: $0) != nil }) else { return }
        failedChecks += try timed("interfaces") { () throws(RepoError) in
            let console = Console(out: self.console.note, note: self.console.note)
            let accepts = plan.acceptsInterfaces
            guard try InterfacesCommand.compare(modules, baselines, accepts: accepts, console: console) > 0, !accepts
            else {
                return true
            }
            let packages = Set(modules.map(\.package.name)).sorted().map { " --package \($0)" }.joined()
            let command = plan.buildsRoot ? "Scripts/repo api --accept" : "Scripts/test\(packages) --accept"
            console.note("    different from API/; “\(command)” writes the current interfaces\n")
            return false
        }
    }

    /// Runs a check, and prints its processor time if it is noticeable. Returns 1 if it fails, and 0 otherwise.
    private func timed(_ name: String, _ passes: () throws(RepoError) -> Bool) throws(RepoError) -> Int {
        console.note("[check] \(name)\n")
        let start = Self.processorSeconds
        let hasPassed = try passes()
        let seconds = Self.processorSeconds - start
        if seconds >= 1 { console.note("    \(Int(seconds.rounded())) s of processor time\n") }
        return hasPassed ? 0 : 1
    }

    /// The processor time that this process and the programs that have ended have used so far.
    private static var processorSeconds: Double {
        [RUSAGE_SELF, RUSAGE_CHILDREN].map { subject -> Double in
            var usage = rusage()
            #if canImport(Glibc)
            getrusage(subject.rawValue, &usage)
            #else
            getrusage(subject, &usage)
            #endif
            let (user, system) = (usage.ru_utime, usage.ru_stime)
            return Double(user.tv_sec + system.tv_sec) + Double(user.tv_usec + system.tv_usec) / 1e6
        }.reduce(0, +)
    }

    /// Runs a check that reads all files, unless it passed with the same files. Returns 1 if it fails, and 0 otherwise.
    private func runCheck(_ name: String, _ passes: () throws(RepoError) -> Bool) throws(RepoError) -> Int {
        guard !compare(inputs.allFiles, of: name).isSame else {
            console.note("[check] \(name): unchanged since it passed\n")
            return 0
        }
        store.record(inputs: nil, of: name)
        guard try timed(name, passes) == 0 else { return 1 }
        store.record(inputs: inputs.allFiles, of: name)
        return 0
    }

    /// Builds the documentation site, opens its pages in a browser, and returns whether nothing was found.
    private func checkDocumentation() throws(RepoError) -> Bool {
        let folders = BuildFolders(repository)
        let isBuilt = BuiltModules(repository: repository, shell: shell, testFolders: folders).areBuiltByTests
        let site = DocumentationSite(
            repository: repository,
            shell: shell,
            console: console,
            testFolders: isBuilt ? folders : nil
        )
        // In a run of the affected packages, the tests have not built the others.
        if !isBuilt { try site.buildModules() }
        let findings = try site.build() + site.browse()
        findings.forEach { console.note("    \($0)\n") }
        return findings.isEmpty
    }

    /// Runs the linter, and returns whether it passed.
    private func runLinter() throws(RepoError) -> Bool {
        let log = "\(store.logs)/lint.log"
        Files.remove(log)
        let lint = repository.configuration.lint
        guard try shell.log(["\(repository.root)/\(lint[0])"] + lint.dropFirst(), log).status != 0 else { return true }
        console.note(try Files.text(log))
        return false
    }
}
