#if os(Linux)
import Foundation
import SeekTestHelpers
import SeekTestingSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The environment variable of a test process that starts a program and is then killed.
private enum KilledParent {
    static let variable = "SEEK_KILLED_PARENT_FILE"
    /// The file that the program's process identifier is written to; nil in other processes.
    static let file = ProcessInfo.processInfo.environment[variable]
}

/// Runs only in the process that ``ChildProgramTests/killed()`` starts and kills.
@Suite("KilledParent", .enabled(if: KilledParent.file != nil))
struct KilledParentTests {
    @Test
    func startProgram() async throws {
        let file = try #require(KilledParent.file)
        let program = try ChildProgram("sleep", ["600"], log: URL(fileURLWithPath: file + ".log"))
        try Data("\(program.processIdentifier)\n".utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
        _ = await program.status(within: .seconds(600))
    }
}

@Suite("ChildProgram", .timeLimit(.minutes(3)))
struct ChildProgramTests {
    @Test("a program runs with its environment and reports its status and output")
    func status() async throws {
        let folder = try TemporaryFolder()
        let log = folder.file("log")
        let program = try ChildProgram("sh", ["-c", "echo $A; echo b >&2; exit 3"], environment: ["A": "a"], log: log)
        #expect(await program.status(within: .seconds(30)) == 3)
        #expect(try String(contentsOf: log, encoding: .utf8) == "a\nb\n")
        #expect(!program.isRunning)
    }

    @Test("the status of a program that a signal ended is 128 plus the number of the signal")
    func signal() async throws {
        let folder = try TemporaryFolder()
        let sleeping = try ChildProgram("sleep", ["600"], log: folder.file("a"))
        #expect(sleeping.isRunning)
        sleeping.signal(SIGTERM)
        #expect(await sleeping.status(within: .seconds(30)) == 128 + SIGTERM)
    }

    @Test("a program that does not end within the limit is killed and has no status")
    func timeout() async throws {
        let folder = try TemporaryFolder()
        let slow = try ChildProgram("sleep", ["600"], log: folder.file("b"))
        #expect(await slow.status(within: .milliseconds(5)) == nil)
        #expect(!isAlive(slow.processIdentifier))
    }

    /// Returns whether a process is running; a zombie is not.
    private func isAlive(_ pid: Int32) -> Bool {
        guard let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else { return false }
        return stat.split(separator: ")").last?.split(separator: " ").first != "Z"
    }

    @Test("a program ends when the process that started it is killed")
    func killed() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("pid")
        var environment = ProcessInfo.processInfo.environment
        environment[KilledParent.variable] = file.path
        environment["LLVM_PROFILE_FILE"] = folder.path(of: "child.profraw")
        // A killed process does not remove its temporary files.
        environment["TMPDIR"] = folder.url.path
        let tests = try ChildProgram(
            "/proc/self/exe",
            ["--testing-library", "swift-testing", "--filter", "SeekTestHelpersTests.KilledParentTests"],
            environment: environment,
            log: folder.file("log")
        )
        await eventually("the program runs", within: .seconds(120)) {
            FileManager.default.fileExists(atPath: file.path) || !tests.isRunning
        }
        let output = try String(contentsOf: folder.file("log"), encoding: .utf8)
        let contents = try? String(contentsOf: file, encoding: .utf8)
        let pid = try #require(contents.flatMap { Int32($0.dropLast()) }, "\(output)")
        #expect(isAlive(pid))
        tests.end()
        await eventually("the program has ended") { !isAlive(pid) }
    }

    @Test("a program is killed when its last reference is released")
    func deallocated() async throws {
        let folder = try TemporaryFolder()
        var program: ChildProgram? = try ChildProgram("sleep", ["600"], log: folder.file("log"))
        let pid = try #require(program?.processIdentifier)
        program = nil
        #expect(kill(pid, 0) == -1)
    }

    @Test("starting a program that is not installed throws an error with its name")
    func missing() throws {
        let folder = try TemporaryFolder()
        let missing = #expect(throws: ChildProgram.Failure.self) {
            try ChildProgram("no-such-program", [], log: folder.file("log"))
        }
        #expect(missing?.description == "no-such-program is not installed")
        #expect(throws: ChildProgram.Failure.self) { try ChildProgram("/no/such", [], log: folder.file("log")) }
    }

    @Test("run throws an error with the output of a failed program")
    func failing() throws {
        let folder = try TemporaryFolder()
        let failed = #expect(throws: ChildProgram.Failure.self) {
            try ChildProgram.run("sh", ["-c", "echo why; exit 2"], log: folder.file("log"))
        }
        #expect(failed?.description == "sh -c echo why; exit 2 ended with 2: why\n")
        try ChildProgram.run("true", [], log: folder.file("log"))
    }
}
#endif
