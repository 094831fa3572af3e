import Dispatch
import Foundation
import SeekBasics
import Testing

/// Tests `repo test` with stub programs: the commands that are run, the counts, and the exit status.
@Suite struct TestCommandTests {
    /// Stubs of the programs that `repo test` starts.
    private final class TestPrograms: Sendable {
        let root: String
        /// The status and the output of a program, by the name of its log: a package, `root` (the program that builds
        /// the root manifest) or `lint`.
        let logs: [String: (status: Int32, log: String)]
        /// Packages whose tests produce no coverage.
        let uncovered: Set<String>
        private let commands = Mutex<[String]>([])

        init(_ repo: TempRepo, logs: [String: (Int32, String)] = [:], uncovered: Set<String> = []) {
            root = repo.root
            self.logs = logs
            self.uncovered = uncovered
        }

        /// The commands that were started, without the root's path.
        var started: [String] { commands.withLock { $0 } }

        var stubs: StubPrograms {
            StubPrograms(
                log: { command, file in
                    self.commands.withLock { $0.append(command.joined(separator: " ").replacing(self.root, with: "")) }
                    let name = URL(filePath: file).deletingPathExtension().lastPathComponent
                    let passed = "✔ Test run with 2 tests in 1 suite passed after 0.1 seconds.\n"
                    return self.logs[name] ?? (0, ["lint", "root"].contains(name) ? "" : passed)
                },
                output: { try self.output(of: $0) }
            )
        }

        private func output(of command: [String]) throws -> String {
            // llvm-cov show, and the programs that read interfaces
            guard command.contains("--show-codecov-path") else { return "public func b()\n" }
            // swift test --package-path libs/NAME --scratch-path FOLDER --show-codecov-path
            let (name, folder) = (URL(filePath: command[3]).lastPathComponent, "\(command[5])/debug/codecov")
            let path = "\(folder)/\(name).json"
            guard !uncovered.contains(name) else { return "\(path)\n" }
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try export(name).write(toFile: path, atomically: true, encoding: .utf8)
            return "\(path)\n"
        }

        /// Returns a coverage export in which half of the lines of the package's source file are covered.
        private func export(_ name: String) -> String {
            let file = "\(root)/libs/\(name)/Sources/Acme\(name)/\(name).swift"
            let coveredSegments = "[1, 1, 1, true, true, false], [2, 9, 0, false, false, false]"
            let segments = coveredSegments + ", [3, 1, 0, true, true, false], [4, 9, 0, false, false, false]"
            return #"{"data": [{"files": [{"filename": "\#(file)", "segments": [\#(segments)]}]}]}"#
        }
    }

    private func run(_ repo: TempRepo, _ programs: TestPrograms, _ arguments: String...) -> Outcome {
        // One job by default, so that the order of the commands is deterministic.
        let jobs = arguments.contains("--jobs") ? [] : ["--jobs", "1"]
        return repo.run(["test"] + arguments + jobs, programs: programs.stubs)
    }

    /// Returns the command that tests a package.
    private static func testing(_ package: String, in folder: String) -> String {
        "swift test --package-path /libs/\(package) --scratch-path /.build/packages/\(folder)"
            + " --disable-build-manifest-caching -Xswiftc -index-ignore-system-modules --enable-code-coverage"
    }

    @Test("everything: tests the packages in build order, builds the root manifest and runs the linter")
    func everything() throws {
        let repo = try FivePackageRepo.copy()
        let programs = TestPrograms(repo)
        let outcome = run(repo, programs)
        // By the rules of this repository, Scripts/serve builds the root manifest.
        #expect(
            programs.started == ["Base", "Kit", "Store", "Web", "App"].map { Self.testing($0, in: "shared") } + [
                "/Scripts/serve", "/Scripts/lint --quick",
            ]
        )
        // Half of the lines are covered: enough for Store, whose threshold is 40, but not for Base, Kit and App, whose
        // threshold is 60. Web is exempt.
        #expect(outcome.out.hasSuffix("\n10 passed, 3 failed\n"))
        #expect(outcome.status == 1)
        #expect(outcome.err.contains("AcmeBase: 50.0% of lines covered, below 60.0 %"))
        #expect(outcome.err.contains("[6/6] (root)"))
        #expect(repo.exists(".build/reports/coverage/index.html"))
    }

    @Test("an independent package has its own build folder")
    func alone() throws {
        let repo = try FivePackageRepo.copy()
        try repo.write(
            "libs/Lone/Package.swift",
            FivePackageRepo.manifest("Lone", dependencies: [])
        )
        try repo.write("libs/Lone/Sources/AcmeLone/Lone.swift")
        let programs = TestPrograms(repo)
        _ = run(repo, programs, "--package", "Lone", "--package", "Base")
        #expect(programs.started == [Self.testing("Base", in: "shared"), Self.testing("Lone", in: "Lone")])
    }

    @Test("several jobs: the result equals that of one job; 0 jobs are wrong usage")
    func jobs() throws {
        let repo = try FivePackageRepo.copy()
        let one = run(repo, TestPrograms(repo), "--force")
        let programs = TestPrograms(repo)
        let three = run(repo, programs, "--force", "--jobs", "3")
        #expect(programs.started.count == 7)
        #expect(three.err.hasPrefix("[1/6] "))
        #expect(three.err.contains("/6] (root)"))
        #expect(three.out == one.out)
        #expect(three.status == one.status)
        #expect(run(repo, programs, "--jobs", "0").status == 2)
    }

    @Test("two jobs run at the same time", .enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1))
    func parallelJobs() throws {
        let repo = try FivePackageRepo.copy()
        let started = DispatchSemaphore(value: 0)
        let isAlone = Mutex<Bool?>(nil)
        let programs = TestPrograms(repo)
        var stubs = programs.stubs
        stubs.log = { [log = stubs.log] command, file in
            let isFirst = isAlone.withLock { isAlone in
                defer { isAlone = isAlone ?? true }
                return isAlone == nil
            }
            if isFirst {
                // Waits until a second command starts.
                let isJoined = started.wait(timeout: .now() + 60) == .success
                isAlone.withLock { $0 = !isJoined }
            } else {
                started.signal()
            }
            return try log(command, file)
        }
        _ = repo.run("test", "--jobs", "2", programs: stubs)
        #expect(isAlone.withLock { $0 } == false)
    }

    @Test("one package: runs nothing else")
    func onePackage() throws {
        let repo = try FivePackageRepo.copy()
        let programs = TestPrograms(repo)
        let outcome = run(repo, programs, "--package", "Store", "--package", "Store")
        #expect(programs.started == [Self.testing("Store", in: "shared")])
        #expect(
            outcome.out == """

                package  module     tests  time  processor  coverage  reason
                Store    AcmeStore      2   0 s        0 s     50.0%  requested

                2 passed, 0 failed

                """
        )
        #expect(outcome.status == 0)
        #expect(outcome.err.contains("[1/1] Store\n    Store: 2 passed, 0 failed in 0 s\n"))
    }

    @Test("affected: tests the packages that depend on the change, runs the linter and prints the reasons")
    func affected() throws {
        let repo = try FivePackageRepo.copy()
        try repo.write("libs/Web/Sources/AcmeWeb/New.swift", "// new")
        let programs = TestPrograms(repo)
        let outcome = run(repo, programs, "--affected", "main")
        // The tests of Web and App, and the linter.
        #expect(programs.started.count == 3)
        #expect(programs.started.last == "/Scripts/lint --quick")
        #expect(outcome.out.contains("reason"))
        #expect(outcome.out.contains("AcmeWeb ← libs/Web/Sources/AcmeWeb/New.swift"))
        #expect(outcome.err.hasPrefix("repo test: uncommitted changes are included\n"))
        #expect(outcome.out.hasSuffix("\n4 passed, 1 failed\n"))
        let unusedPrograms = TestPrograms(repo)
        try repo.commit()
        let nothing = run(repo, unusedPrograms, "--affected", "main")
        #expect(unusedPrograms.started == [])
        #expect(nothing.out.hasSuffix("\n0 passed, 0 failed\n"))
        #expect(nothing.status == 0)
        let all = run(repo, TestPrograms(repo), "--affected", "nowhere")
        #expect(all.err.contains("EVERYTHING, because"))
        #expect(all.err.contains("(root)"))
    }

    @Test("affected: runs only the affected test targets of a package, and retains the coverage of its other modules")
    func affectedTargets() throws {
        let repo = try FivePackageRepo.copy()
        _ = run(repo, TestPrograms(repo), "--package", "Store")
        try repo.write("libs/Kit/Sources/AcmeKit/New.swift", "// new")
        let programs = TestPrograms(repo)
        let outcome = run(repo, programs, "--affected", "main")
        #expect(programs.started.contains(Self.testing("Store", in: "shared") + " --filter ^AcmeStoreTests[.]"))
        #expect(programs.started.contains(Self.testing("Kit", in: "shared")))
        #expect(!outcome.out.contains("AcmeStore "), "\(outcome.out)")
        #expect(repo.run("coverage").out.contains("| Store | `AcmeStore` |"))
        // A passed part does not count as the whole package.
        #expect(repo.names(in: ".build/reports/inputs").contains("Kit"))
        #expect(!repo.names(in: ".build/reports/inputs").contains("Store"))
    }

    @Test("a filtered run in which no test ran is a failure")
    func noTest() throws {
        let repo = try FivePackageRepo.copy()
        try repo.write("libs/Web/Tests/AcmeWebTests/New.swift", "// changed")
        let passed = "✔ Test run with 0 tests in 0 suites passed after 0.1 seconds.\n"
        let programs = TestPrograms(repo, logs: ["Web": (0, passed)])
        let outcome = run(repo, programs, "--affected", "main")
        #expect(outcome.status == 1)
        #expect(outcome.err.contains("Web: no test ran with --filter ^AcmeWebTests[.]"))
    }

    @Test("one package: its interface is compared with the stored one, and --accept stores it")
    func interface() throws {
        let repo = try FivePackageRepo.copy()
        try repo.write("libs/Web/API/AcmeWeb.txt", "public func a()\n")
        let stale = run(repo, TestPrograms(repo), "--package", "Web")
        #expect(stale.out.hasSuffix("2 passed, 1 failed\n"), "\(stale)")
        #expect(stale.err.contains("“Scripts/test --package Web --accept” writes the current interfaces"))
        let accepted = run(repo, TestPrograms(repo), "--package", "Web", "--accept")
        #expect(accepted.out.hasSuffix("2 passed, 0 failed\n"), "\(accepted)")
        #expect(run(repo, TestPrograms(repo), "--package", "Web").status == 0)
        #expect(run(repo, TestPrograms(repo), "--accept").status == 2)
    }

    @Test("failures of tests, builds, the root manifest, the checks and the linter are counted and reported")
    func failures() throws {
        let repo = try FivePackageRepo.copy()
        try repo.write("top.txt")
        let programs = TestPrograms(
            repo,
            logs: [
                "Base": (
                    1,
                    "✘ Test a() failed after 0.1 seconds.\n✘ Test run with 3 tests in 1 suite failed after 0.1 seconds."
                ),
                "Kit": (1, "Kit.swift:1:1: error: no\n"), "root": (1, "a: error: no"),
                "lint": (1, "a.swift:1: no\n"),
            ],
            uncovered: ["Kit"]
        )
        let outcome = run(repo, programs, "--all")
        // A test and the coverage of Base, the build of Kit, the coverage of App, the root, the layout, the linter.
        #expect(outcome.out.hasSuffix("\n8 passed, 7 failed\n"), "\(outcome)")
        #expect(outcome.status == 1)
        #expect(outcome.err.contains("✘ Test a() failed"))
        #expect(outcome.err.contains("Kit.swift:1:1: error: no"))
        #expect(outcome.err.contains("see .build/reports/logs/Kit.log"))
        #expect(outcome.err.contains("top.txt:1: the root contains exactly"))
        #expect(outcome.err.contains("a.swift:1: no"))
        #expect(outcome.out.contains("(1 failed)"))
    }

    @Test(
        "a run that passes without coverage data counts as one failure, also if an earlier export is left",
        arguments: [false, true]
    )
    func noCoverage(hasOldExport: Bool) throws {
        let repo = try FivePackageRepo.copy()
        if hasOldExport {
            let export = ".build/packages/shared/debug/codecov/Web.json"
            try repo.write(export, "{}")
            let old = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -60)]
            try FileManager.default.setAttributes(old, ofItemAtPath: "\(repo.root)/\(export)")
        }
        let outcome = run(repo, TestPrograms(repo, uncovered: ["Web"]), "--package", "Web")
        #expect(outcome.out.hasSuffix("\n2 passed, 1 failed\n"))
        let summary = try repo.text(".build/reports/coverage/coverage.md")
        #expect(summary.contains("its tests produced no coverage data"))
    }

    @Test("a step that passed is repeated only if its inputs change, or with --force or --package")
    func unchanged() throws {
        let repo = try FivePackageRepo.copy()
        let first = run(repo, TestPrograms(repo))
        let secondPrograms = TestPrograms(repo)
        let second = run(repo, secondPrograms)
        #expect(secondPrograms.started == [])
        // Modules below their threshold count as before.
        #expect(second.out.hasSuffix("\n10 passed, 3 failed\n"))
        #expect(first.out.hasSuffix("\n10 passed, 3 failed\n"))
        #expect(second.out.contains("unchanged since it passed"))

        try repo.write("libs/Web/Sources/AcmeWeb/Web.swift", "// changed")
        let thirdPrograms = TestPrograms(repo)
        let third = run(repo, thirdPrograms)
        // The tests of Web and App, Scripts/serve and the linter.
        #expect(thirdPrograms.started.count == 4, "\(thirdPrograms.started)")
        #expect(thirdPrograms.started[0].hasPrefix("swift test --package-path /libs/Web "))
        #expect(thirdPrograms.started[1].hasPrefix("swift test --package-path /libs/App "))
        #expect(third.out.contains("libs/Web/Sources/AcmeWeb/Web.swift changed"))

        // Documentation affects only the linter.
        try repo.write("libs/Web/README.md", "# Web\n\n## Design notes\n\n- New.\n")
        let fourthPrograms = TestPrograms(repo)
        _ = run(repo, fourthPrograms)
        #expect(fourthPrograms.started == ["/Scripts/lint --quick"])

        let forcedPrograms = TestPrograms(repo)
        _ = run(repo, forcedPrograms, "--force")
        #expect(forcedPrograms.started.count == 7)
        let requestedPrograms = TestPrograms(repo)
        _ = run(repo, requestedPrograms, "--package", "Web")
        #expect(requestedPrograms.started.count == 1)
    }

    @Test("a failed step is repeated; a new file that affects every package repeats all steps")
    func failedAgain() throws {
        let repo = try FivePackageRepo.copy()
        _ = run(repo, TestPrograms(repo, logs: ["Kit": (1, "Kit.swift:1:1: error: no\n"), "lint": (1, "")]))
        let secondPrograms = TestPrograms(repo)
        _ = run(repo, secondPrograms)
        #expect(secondPrograms.started == [Self.testing("Kit", in: "shared"), "/Scripts/lint --quick"])
        try repo.write("Scripts/new", "1")
        let thirdPrograms = TestPrograms(repo)
        let outcome = run(repo, thirdPrograms)
        #expect(thirdPrograms.started.count == 7)
        #expect(outcome.out.contains("Scripts/new changed"))
    }

    @Test("a package of another repository is built, tested and measured", .timeLimit(.minutes(5)))
    func realPackage() throws {
        let repo = try FivePackageRepo.copy()
        let folder = try TempRepo()
        let tests = URL(filePath: ProcessInfo.processInfo.arguments[0])
        // On Apple's platforms the tests are a bundle, and the command is run in this process.
        let program = tests.deletingLastPathComponent().appending(path: "repo").path
        let isBuilt = FileManager.default.isExecutableFile(atPath: program)
        let words = ["test", "--package", "Base", "--root", repo.root]
        let outcome =
            isBuilt ? try Program.run([program] + words, environment: ["TMPDIR": folder.root]) : repo.run(words)
        #expect(folder.names() == [])
        // One of two functions is tested, which is three lines of six; the threshold is 60 %.
        #expect(outcome.out.contains("AcmeBase"))
        #expect(outcome.out.contains("50.0% <"), "\(outcome.out)\(outcome.err)")
        #expect(outcome.out.hasSuffix("\n1 passed, 1 failed\n"))
        #expect(outcome.status == 1)
        let summary = try repo.text(".build/reports/coverage/coverage.md")
        #expect(summary.contains("| Base | `AcmeBase` | **50.0%** | 3/6 | 60 % | 1 |"))
    }
}
