/// Carries out a plan: packages one by one, then what holds them together, then the reports.
struct TestRun {
    private let repository: Repository
    private let shell: Shell
    private let console: Console
    private let inputs: InputLists
    private let isForced: Bool
    private let tester: PackageTester
    private var reports: [PackageReport] = []
    /// Checks that failed.
    private var broken = 0

    init(repository: Repository, shell: Shell, console: Console, inputs: InputLists, isForced: Bool) {
        self.repository = repository
        self.shell = shell
        self.console = console
        self.inputs = inputs
        self.isForced = isForced
        tester = PackageTester(repository: repository, shell: shell, console: console)
    }

    private var store: ReportStore { tester.store }

    /// Returns the exit status.
    mutating func carryOut(_ plan: TestPlan) throws -> Int32 {
        let chosen = PackageGraph(repository).inBuildOrder.filter { plan.reasons[$0] != nil }
        let steps = chosen.count + (plan.testsRoot ? 1 : 0)
        for package in chosen.compactMap(repository.package) {
            let reason = plan.reasons[package.name, default: ""]
            try step(package.name, of: steps, inputs: inputs.packages[package.name], reason: reason) {
                try $0.test(package, because: $1)
            }
        }
        if plan.testsRoot {
            try step(PackageTester.root, of: steps, inputs: inputs.root, reason: "all") { tester, _ in
                try tester.testRoot()
            }
        }
        let rules = repository.configuration
        if plan.checks {
            try check()
            try prove("lint", by: rules.lint)
        }
        if plan.testsRoot {
            try prove("umbrella", by: rules.umbrella)
            try checkInterfaces()
        }

        try CoverageReports(store: store, root: repository.root).write(for: repository)
        console.out("\n" + SummaryTable(reports: reports).text)
        if !chosen.isEmpty { console.note("coverage: .build/reports/coverage/index.html\n") }
        let passed = reports.reduce(0) { $0 + $1.tests.passed }
        let failed = reports.reduce(broken) { $0 + $1.tests.failed + $1.tooLow.count }
        console.out("\n\(passed) passed, \(failed) failed\n")
        return failed == 0 ? 0 : 1
    }

    /// Does one step, or takes its result from when it last passed.
    private mutating func step(
        _ name: String,
        of steps: Int,
        inputs: String?,
        reason: String,
        _ work: (PackageTester, String) throws -> PackageReport
    ) throws {
        console.note("[\(reports.count + 1)/\(steps)] \(name)\n")
        let (isSame, change) = compare(inputs, of: name)
        if isSame, var report = store.reports(of: [name]).first {
            report.seconds = 0
            report.because = "unchanged since it passed"
            reports.append(report)
            console.note("    unchanged since it passed: \(report.tests.passed) passed\n")
            return
        }
        // Only what passes with these very files is remembered.
        store.keep(inputs: nil, of: name)
        var report = try work(tester, reason == "all" ? change.map { "\($0) changed" } ?? reason : reason)
        if name == PackageTester.root, let change { report.because = "\(change) changed" }
        let tests = report.tests
        console.note("    \(tests.passed) passed, \(tests.failed) failed in \(Int(report.seconds.rounded())) s\n")
        if tests.failed == 0, report.problem == nil { store.keep(inputs: inputs, of: name) }
        reports.append(report)
    }

    /// Whether something passed with these inputs before, and else what differs from when it did.
    private func compare(_ inputs: String?, of name: String) -> (isSame: Bool, change: String?) {
        guard let inputs, !isForced, let old = store.inputs(of: name) else { return (false, nil) }
        let change = InputLists.difference(old, inputs)
        return (change == nil, change)
    }

    /// The checks, each of which counts once where it finds something.
    private mutating func check() throws(RepoError) {
        for area in CheckCommand.Area.allCases {
            console.note("[check] \(area.rawValue)\n")
            let findings = try CheckCommand.findings(area, in: repository, console: console)
            findings.forEach { console.note("    \($0)\n") }
            broken += findings.isEmpty ? 0 : 1
        }
    }

    /// The interfaces of what the root's tests built, where the repository keeps any.
    private mutating func checkInterfaces() throws(RepoError) {
        let baselines = APIBaselines(repository: repository, shell: shell)
        let modules = baselines.modules
        guard modules.contains(where: { baselines.kept($0) != nil }) else { return }
        console.note("[check] interfaces\n")
        let console = Console(out: console.note, note: console.note)
        guard try APICommand.compare(modules, baselines, accepts: false, console: console) > 0 else { return }
        console.note("    not as kept; “Scripts/repo api --accept” keeps what is\n")
        broken += 1
    }

    /// Runs a program of the repository's own that must end with 0.
    private mutating func prove(_ name: String, by command: [String]) throws(RepoError) {
        guard let program = command.first else { return }
        guard !compare(inputs.all, of: name).isSame else {
            console.note("[check] \(name): unchanged since it passed\n")
            return
        }
        console.note("[check] \(name)\n")
        store.keep(inputs: nil, of: name)
        let log = "\(store.logs)/\(name).log"
        Files.remove(log)
        guard try shell.log(["\(repository.root)/\(program)"] + command.dropFirst(), log) != 0 else {
            store.keep(inputs: inputs.all, of: name)
            return
        }
        console.note(try Files.text(log))
        broken += 1
    }
}
