import Foundation

/// `repo test`: builds and tests packages, builds the root manifest, and runs the checks.
enum TestCommand {
    static let command = RepoCommand.Command(
        help: """
            usage: repo test [--all | --package NAME… | --affected BASE] [--force] [--jobs N]
                   repo test --sanitize thread|address [--package NAME…]

            Tests packages, each by its own manifest, and measures what their own tests cover of their modules. Packages that
            are built from each other share a build folder, .build/packages/shared.

              --all             every package, the root manifest, the checks and the linter (this is the default)
              --package NAME    only this package; may be repeated
              --affected BASE   the packages that what changed since BASE can affect, the checks and the linter; the root
                                manifest too when that is every package
              --force           also what passed before and was made from the very same files, which otherwise is not run
                                again and counts as it did then; so it is where the variable CI is set, and with --package
              --jobs N          how many build folders to work in at a time (two, where there are two processors)

              --sanitize NAME   the packages that the rules list, or these, built with a sanitizer of the compiler in build
                                folders of their own. No report is suppressed; each counts as failed, also that of a child
                                process. Stacks land in .build/reports/sanitize

            Logs, coverage (HTML, Markdown, lcov, JSON) land in .build/reports. A test that fails, a build that fails, a
            module below its threshold, a check with findings each count as one failed. The table's last column says why
            each was run. The last line is “N passed, N failed”. Exit status: 0 nothing failed, 1 something did, 2 wrong
            usage.

            """,
        run: { arguments, context in
            let isCI = !(ProcessInfo.processInfo.environment["CI"] ?? "").isEmpty
            let scratch = try ScratchFolder()
            defer { scratch.remove() }
            return try run(&arguments, context, shell: .live(in: scratch), isForced: isCI)
        }
    )

    static func run(
        _ arguments: inout Arguments,
        _ context: RepoCommand.Context,
        shell: Shell,
        isForced: Bool = false
    ) throws -> Int32 {
        let names = try arguments.values("--package")
        let base = try arguments.value("--affected")
        let all = arguments.flag("--all")
        let sanitizer = try arguments.value("--sanitize").map { text throws(UsageError) in
            guard let sanitizer = Sanitizer(rawValue: text) else {
                let known = Sanitizer.allCases.map(\.rawValue).joined(separator: ", ")
                throw UsageError("there is no sanitizer “\(text)”; there are \(known)")
            }
            return sanitizer
        }
        let jobs = try arguments.value("--jobs").map { text throws(UsageError) in
            guard let jobs = Int(text), (1...64).contains(jobs) else {
                throw UsageError("--jobs takes a number from 1 to 64, not “\(text)”")
            }
            return jobs
        }
        let force = arguments.flag("--force") || isForced || !names.isEmpty
        _ = try arguments.rest()
        guard [!names.isEmpty, base != nil, all].count(where: { $0 }) < 2 else {
            throw UsageError("give one of --all, --package and --affected")
        }
        let repository = try Repository.load(root: context.root)
        if let sanitizer {
            guard base == nil, !all else { throw UsageError("--sanitize goes with --package only") }
            _ = try TestPlan(names: names, base: nil, repository: repository, console: context.console)
            let run = SanitizedRun(sanitizer, repository: repository, shell: shell, console: context.console)
            return try run.carryOut(names)
        }
        let plan = try TestPlan(names: names, base: base, repository: repository, console: context.console)
        var run = TestRun(
            repository: repository,
            shell: shell,
            console: context.console,
            inputs: InputLists(repository),
            isForced: force,
            jobs: jobs ?? min(2, ProcessInfo.processInfo.activeProcessorCount)
        )
        return try run.carryOut(plan)
    }
}

/// The packages to test, with reasons.
struct TestPlan {
    var reasons: [String: String]
    var testsRoot = false
    var checks = false

    init(names: [String], base: String?, repository: Repository, console: Console) throws {
        let known = repository.packages.map(\.name)
        if let unknown = names.first(where: { !known.contains($0) }) {
            throw UsageError("there is no package “\(unknown)”; the packages are \(known.joined(separator: ", "))")
        }
        if !names.isEmpty {
            reasons = Dictionary(names.map { ($0, "asked for") }) { first, _ in first }
            return
        }
        checks = true
        testsRoot = repository.umbrella != nil
        guard let base else {
            reasons = Dictionary(uniqueKeysWithValues: known.map { ($0, "all") })
            return
        }
        let affected = try Affected.since(base, head: nil, root: repository.root)
        if let reason = affected.everythingBecause { console.note("repo test: EVERYTHING, because \(reason)\n") }
        reasons = affected.because
        testsRoot = testsRoot && affected.everythingBecause != nil
    }
}
