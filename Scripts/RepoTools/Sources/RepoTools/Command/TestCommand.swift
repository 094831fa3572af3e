import Foundation
import SeekBasics

/// `repo test`: builds and tests packages, builds the root manifest, and runs the checks.
enum TestCommand {
    static let command = RepoCommand.Command(
        help: """
            usage: repo test [--all | --package NAME [--package NAME]… [--accept] | --affected BASE] [--force] [--jobs N]
                   repo test --sanitize thread|address [--package NAME]…

            Tests each package with its own manifest and measures the coverage of its modules by its tests. All packages that
            have a dependency or a dependent share a build folder, .build/packages/shared.

              --all             every package, the checks and the linter; if there is a root manifest, also its build
                                (by the program “umbrella” of the rules), and the documentation (default)
              --package NAME    only this package, and its interfaces in API/; may be repeated
              --accept          stores the interfaces of these packages in API/, as “repo api --accept” does
              --affected BASE   the test targets that changes since BASE can affect, the checks and the linter; if the
                                root manifest must be built, also its build and the documentation
              --force           repeats steps that passed with the same files; otherwise their result is reused. Implied by
                                --package, and by the environment variable CI
              --jobs N          the number of build folders used at the same time (default: 2, or 1 with one processor)

              --sanitize NAME   tests the packages listed in the rules, or those given, with a sanitizer in build folders of
                                their own. A package with reports fails; those of child processes count too. Stack
                                traces are written to .build/reports/sanitize

            Logs and coverage (HTML, Markdown, JSON) are written to .build/reports. Each failing test, failing build,
            module below its threshold and check with findings counts as one failed. The last column of the table is the
            reason why the package was tested. The last line is “N passed, N failed”. Exit status: 0 passed, 1 failures,
            2 wrong usage.

            """,
        buildsPackages: true,
        run: run
    )

    @Sendable private static func run(_ arguments: inout ToolArguments, _ context: RepoCommand.Context) throws -> Int32
    {
        let names = try arguments.values("--package")
        let base = try arguments.value("--affected")
        let testsAll = arguments.flag("--all")
        let acceptsInterfaces = arguments.flag("--accept")
        let sanitizers = Sanitizer.allCases.map(\.rawValue).joined(separator: " or ")
        let sanitizer = try arguments.value("--sanitize", sanitizers) { Sanitizer(rawValue: $0) }
        let jobs = try arguments.value("--jobs", "a number from 1 to 64") { text in
            Int(text).flatMap { (1...64).contains($0) ? $0 : nil }
        }
        let isForced = arguments.flag("--force")
        try arguments.finish()
        guard [!names.isEmpty, base != nil, testsAll].count(where: { $0 }) < 2 else {
            throw UsageError("give only one of --all, --package and --affected")
        }
        guard !acceptsInterfaces || (!names.isEmpty && sanitizer == nil) else {
            throw UsageError("--accept needs --package NAME")
        }
        let repository = try Repository.load(root: context.root)
        try repository.requirePackages(named: names)
        if let sanitizer {
            guard base == nil, !testsAll, !isForced, jobs == nil else {
                throw UsageError("--sanitize can be combined only with --package")
            }
            return try SanitizedRun(
                sanitizer: sanitizer,
                repository: repository,
                shell: context.shell,
                console: context.console
            ).execute(names)
        }
        var plan = try TestPlan(names: names, base: base, repository: repository, console: context.console)
        plan.acceptsInterfaces = acceptsInterfaces
        var run = TestRun(
            repository: repository,
            shell: context.shell,
            console: context.console,
            inputs: InputLists(repository),
            isForced: isForced || !names.isEmpty || context.environment["CI", default: ""] != "",
            jobs: jobs ?? min(2, ProcessInfo.processInfo.activeProcessorCount)
        )
        return try run.execute(plan)
    }
}

/// The packages to test, with reasons.
struct TestPlan {
    var reasons: [String: String]
    /// The affected targets, tests and others, of each package of which only a part is tested.
    var parts: [String: [Affected.SelectedTarget]] = [:]
    var buildsRoot = false
    /// Whether the interfaces of the tested packages are compared, although the root is not built.
    var comparesInterfaces = false
    var acceptsInterfaces = false
    var runsChecks = false

    /// - Parameters:
    ///   - names: The packages to test; if empty, all, or those that changes since `base` can affect.
    ///   - base: A revision; ignored if `names` is not empty.
    init(names: [String], base: String?, repository: Repository, console: Console) throws(RepoError) {
        if !names.isEmpty {
            reasons = Dictionary(names.map { ($0, "requested") }) { first, _ in first }
            comparesInterfaces = true
            return
        }
        runsChecks = true
        buildsRoot = repository.rootManifest != nil
        guard let base else {
            reasons = Dictionary(uniqueKeysWithValues: repository.packages.map { ($0.name, "all") })
            return
        }
        let affected = try Affected.since(base, head: nil, root: repository.root)
        for note in affected.notes { console.note("repo test: \(note)\n") }
        reasons = affected.reasons
        buildsRoot = buildsRoot && affected.mustBuildRootManifest
        for package in repository.packages {
            let selected = affected.targets.filter { $0.package == package.name }
            let isPart = selected.count < package.manifest.targets.count && selected.contains(where: \.isTest)
            if isPart { parts[package.name] = selected }
        }
    }
}
