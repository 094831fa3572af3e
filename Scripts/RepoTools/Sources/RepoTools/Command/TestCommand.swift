/// `repo test`: builds and tests packages, and everything that holds them together.
enum TestCommand {
    static let command = RepoCommand.Command(
        help: """
            usage: repo test [--all | --package NAME… | --affected BASE]

            Tests packages, each by its own manifest, and measures what their own tests cover of their modules.

              --all             every package, the root manifest, the checks and the linter (this is the default)
              --package NAME    only this package; may be repeated
              --affected BASE   the packages that what changed since BASE can affect, the checks and the linter; the root
                                manifest too when that is every package

            Logs, coverage (HTML, Markdown, lcov, JSON) land in .build/reports. A test that fails, a build that fails, a
            module below its threshold, a check with findings each count as one failed.
            The last line is “N passed, N failed”. Exit status: 0 nothing failed, 1 something did, 2 wrong usage.

            """,
        run: { arguments, context in try run(&arguments, context, shell: .live) }
    )

    /// What to test, and why.
    private struct Plan {
        var reasons: [String: String]
        var testsRoot: Bool
        var checks: Bool
        var showsReasons = false
    }

    static func run(_ arguments: inout Arguments, _ context: RepoCommand.Context, shell: Shell) throws -> Int32 {
        let names = try arguments.values("--package")
        let base = try arguments.value("--affected")
        let all = arguments.flag("--all")
        _ = try arguments.rest()
        guard [!names.isEmpty, base != nil, all].count(where: { $0 }) < 2 else {
            throw UsageError("give one of --all, --package and --affected")
        }
        let console = context.console
        let repository = try Repository.load(root: context.root)
        let plan = try plan(names: names, base: base, repository: repository, console: console)

        let tester = PackageTester(repository: repository, shell: shell, console: console)
        let chosen = PackageGraph(repository).inBuildOrder.filter { plan.reasons[$0] != nil }
        var reports: [PackageReport] = []
        let steps = chosen.count + (plan.testsRoot ? 1 : 0)
        func step(_ name: String, _ work: () throws -> PackageReport) rethrows {
            console.note("[\(reports.count + 1)/\(steps)] \(name)\n")
            let report = try work()
            let tests = report.tests
            console.note("    \(tests.passed) passed, \(tests.failed) failed in \(Int(report.seconds.rounded())) s\n")
            reports.append(report)
        }
        for name in chosen {
            guard let package = repository.package(named: name) else { continue }
            try step(name) { try tester.test(package, because: plan.reasons[name, default: ""]) }
        }
        if plan.testsRoot { try step("root manifest") { try tester.testRoot() } }

        var broken = plan.checks ? try check(repository, console: console) : 0
        let rules = repository.configuration
        for (name, command) in [
            ("lint", plan.checks ? rules.lint : []), ("umbrella", plan.testsRoot ? rules.umbrella : []),
        ] {
            broken += try prove(name, by: command, repository, shell: shell, console: console)
        }
        try CoverageReports(store: tester.store, root: context.root).write(for: repository)
        console.out("\n" + SummaryTable(reports: reports, showsReasons: plan.showsReasons).text)
        if !chosen.isEmpty { console.note("coverage: .build/reports/coverage/index.html\n") }
        let passed = reports.reduce(0) { $0 + $1.tests.passed }
        let failed = reports.reduce(broken) { $0 + $1.tests.failed + $1.tooLow.count }
        console.out("\n\(passed) passed, \(failed) failed\n")
        return failed == 0 ? 0 : 1
    }

    private static func plan(
        names: [String],
        base: String?,
        repository: Repository,
        console: Console
    ) throws -> Plan {
        let known = repository.packages.map(\.name)
        if let unknown = names.first(where: { !known.contains($0) }) {
            throw UsageError("there is no package “\(unknown)”; the packages are \(known.joined(separator: ", "))")
        }
        if !names.isEmpty {
            let reasons = Dictionary(names.map { ($0, "asked for") }) { first, _ in first }
            return Plan(reasons: reasons, testsRoot: false, checks: false)
        }
        let hasRoot = repository.umbrella != nil
        guard let base else {
            let reasons = Dictionary(uniqueKeysWithValues: known.map { ($0, "all") })
            return Plan(reasons: reasons, testsRoot: hasRoot, checks: true)
        }
        let affected = try Affected.since(base, head: nil, root: repository.root)
        if let reason = affected.everythingBecause { console.note("repo test: EVERYTHING, because \(reason)\n") }
        let isEverything = affected.everythingBecause != nil
        return Plan(reasons: affected.because, testsRoot: hasRoot && isEverything, checks: true, showsReasons: true)
    }

    /// The checks; returns how many of them found something.
    private static func check(_ repository: Repository, console: Console) throws(RepoError) -> Int {
        var broken = 0
        for area in CheckCommand.Area.allCases {
            console.note("[check] \(area.rawValue)\n")
            let findings = try CheckCommand.findings(area, in: repository, console: console)
            findings.forEach { console.note("    \($0)\n") }
            broken += findings.isEmpty ? 0 : 1
        }
        return broken
    }

    /// Runs a program of the repository's own that must end with 0; returns 1 where it does not.
    private static func prove(
        _ name: String,
        by command: [String],
        _ repository: Repository,
        shell: Shell,
        console: Console
    ) throws(RepoError) -> Int {
        guard let program = command.first else { return 0 }
        console.note("[check] \(name)\n")
        let log = "\(ReportStore(root: repository.root).logs)/\(name).log"
        Files.remove(log)
        guard try shell.log(["\(repository.root)/\(program)"] + command.dropFirst(), log) != 0 else { return 0 }
        console.note(try Files.text(log))
        return 1
    }
}
