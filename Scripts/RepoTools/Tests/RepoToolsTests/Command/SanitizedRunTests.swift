import Foundation
import SeekBasics
import Testing

/// Tests `repo test --sanitize`: the commands, the counts, and a real data race.
@Suite struct SanitizedRunTests {
    /// Runs `repo test --sanitize` in a copy of ``FivePackageRepo`` whose rules list Web and Base.
    ///
    /// - Parameters:
    ///   - status: The exit status of the tests of each package.
    ///   - log: The output of the tests of each package.
    ///   - reports: Package → the report files of its processes.
    private func run(
        _ arguments: String...,
        status: Int32 = 0,
        log: String = "✔ Test run with 2 tests in 1 suite passed after 0.1 seconds.\n",
        reports: [String: [String]] = [:]
    ) throws -> (outcome: Outcome, started: [String]) {
        let repo = try FivePackageRepo.copy()
        let rule = #""sanitize": { "packages": ["Web", "Base"], "defines": { "thread": ["ACME_LOCKS"] } }"#
        try repo.replace(#""lint""#, with: #"\#(rule), "lint""#, in: "Scripts/repo.json")
        let commands = Mutex<[String]>([])
        let programs = StubPrograms(
            log: { command, file in
                commands.withLock { $0.append(command.joined(separator: " ").replacing(repo.root, with: "")) }
                let folder = URL(filePath: file).deletingPathExtension()
                for (index, report) in reports[folder.lastPathComponent, default: []].enumerated() {
                    try Data(report.utf8).write(to: folder.appending(path: "report.\(index)"))
                }
                return (status, log)
            },
            output: { command in throw Program.Failure(message: "\(command) is not stubbed") }
        )
        let outcome = repo.run(["test", "--sanitize"] + arguments, programs: programs)
        return (outcome, commands.withLock { $0 })
    }

    @Test("packages in the rules are tested with the sanitizer, its compilation conditions and its own build folder")
    func commands() throws {
        let (outcome, started) = try run("thread")
        #expect(
            started
                == ["Base", "Web"].map {
                    "env TSAN_OPTIONS=log_path='/.build/reports/sanitize/thread/\($0)/report' swift test"
                        + " --package-path /libs/\($0) --scratch-path /.build/sanitize/thread/shared"
                        + " --sanitize thread -Xswiftc -DACME_LOCKS"
                        + " --disable-build-manifest-caching -Xswiftc -index-ignore-system-modules"
                }
        )
        #expect(outcome.out.hasSuffix("\n4 passed, 0 failed\n"))
        #expect(outcome.status == 0)
    }

    @Test("--package selects a package that the rules do not list")
    func address() throws {
        let (_, started) = try run("address", "--package", "Kit")
        #expect(started.count == 1)
        #expect(started[0].hasPrefix("env ASAN_OPTIONS=detect_leaks=0 log_path='/.build/reports/sanitize/address/Kit/"))
        #expect(!started[0].contains("-DACME_LOCKS"))
    }

    @Test("the message of a sanitizer runtime that cannot start counts as a report")
    func fatal() throws {
        let message = "FATAL: ThreadSanitizer: unexpected memory mapping 0x1-0x2\n"
        #expect(try run("thread", reports: ["Web": [message]]).outcome.out.hasSuffix(" 1 failed\n"))
    }

    private static let race =
        "WARNING: ThreadSanitizer: data race (pid=1)\n  …\nSUMMARY: ThreadSanitizer: data race a.swift:3\n"

    @Test("a report fails the run even if every test passed and every process exited with 0")
    func report() throws {
        let (outcome, _) = try run("thread", reports: ["Web": [Self.race, Self.race + Self.race]])
        #expect(outcome.out.hasSuffix(" 3 failed\n"))
        #expect(outcome.err.contains("SUMMARY: ThreadSanitizer: data race a.swift:3"))
        #expect(outcome.err.contains("stack traces: .build/reports/sanitize/thread/Web/"))
        #expect(outcome.status == 1)
    }

    @Test("a failing test fails the run even if there is no report")
    func failure() throws {
        let log = "✘ Test a() failed after 0.1 seconds.\n✘ Test run with 3 tests in 1 suite failed after 0.1 seconds."
        let (outcome, _) = try run("thread", status: 1, log: log)
        #expect(outcome.out.hasSuffix("\n4 passed, 2 failed\n"))
        #expect(outcome.err.contains("✘ Test a() failed"))
        #expect(outcome.status == 1)
    }

    @Test(
        "invalid arguments are a usage error",
        arguments: [
            ["memory"], ["thread", "--all"], ["thread", "--package", "No"], ["thread", "--force"],
            ["thread", "--jobs", "2"],
        ]
    )
    func usage(arguments: [String]) throws {
        #expect(try FivePackageRepo.copy().run(["test", "--sanitize"] + arguments).status == 2)
    }

    // MARK: A real data race

    /// The test of this package passes: it starts a program with a data race and ignores the program's exit status.
    private static let racePackage = [
        "libs/Race/Package.swift": """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
            name: "Race",
            targets: [
                .executableTarget(name: "racer"),
                .testTarget(name: "RaceTests", dependencies: ["racer"]),
            ]
        )
        """,
        "libs/Race/Sources/racer/main.swift": "race()",
        // Not in the main file, whose closures are isolated to the main actor.
        "libs/Race/Sources/racer/Race.swift": """
        import Foundation
        final class Counter: @unchecked Sendable { var value = 0 }
        func race() {
            let counter = Counter()
            let done = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                counter.value += 1
                done.signal()
            }
            counter.value += 1
            done.wait()
        }
        """,
        "libs/Race/Tests/RaceTests/RaceTests.swift": """
        import Foundation
        import Testing
        @Test func child() throws {
            let folder = URL(filePath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent()
            let program = try Process.run(folder.appending(path: "racer"), arguments: [])
            program.waitUntilExit()
        }
        """,
    ]

    @Test("a data race in a program that a passing test starts is reported", .timeLimit(.minutes(10)))
    func race() throws {
        let repo = try TempRepo(
            files: Self.racePackage,
            rules: #"{"packages": ["libs/*"], "sanitize": {"packages": ["Race"]}}"#
        )
        let outcome = repo.run("test", "--sanitize", "thread")
        #expect(outcome.err.contains("SUMMARY: ThreadSanitizer: "), "\(outcome)")
        #expect(outcome.err.contains("Race.swift"))
        #expect(!outcome.out.hasSuffix(" 0 failed\n"))
        #expect(outcome.status == 1)
    }
}
