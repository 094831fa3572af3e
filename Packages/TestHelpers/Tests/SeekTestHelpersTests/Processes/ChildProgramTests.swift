#if os(Linux)
import Foundation
import SeekTestHelpers
import Testing

@Suite("A child program", .timeLimit(.minutes(1)))
struct ChildProgramTests {
    @Test("runs with its environment, and tells its status and its words")
    func status() async throws {
        let folder = try TemporaryFolder()
        let log = folder.file("log")
        let program = try ChildProgram("sh", ["-c", "echo $A; echo b >&2; exit 3"], environment: ["A": "a"], log: log)
        #expect(await program.status(within: .seconds(30)) == 3)
        #expect(try String(contentsOf: log, encoding: .utf8) == "a\nb\n")
        #expect(!program.isRunning)
    }

    @Test("ends by a signal, and where it takes too long")
    func ending() async throws {
        let folder = try TemporaryFolder()
        let sleeping = try ChildProgram("sleep", ["600"], log: folder.file("a"))
        #expect(sleeping.isRunning)
        sleeping.signal(15)
        #expect(await sleeping.status(within: .seconds(30)) == -1)
        let late = try ChildProgram("sleep", ["600"], log: folder.file("b"))
        #expect(await late.status(within: .milliseconds(5)) == nil)
    }

    @Test("that is not there or fails is an error with its words")
    func failing() throws {
        let folder = try TemporaryFolder()
        let missing = #expect(throws: ChildProgram.Failure.self) {
            try ChildProgram("no-such-program", [], log: folder.file("log"))
        }
        #expect(missing?.description == "no-such-program is not installed")
        #expect(throws: ChildProgram.Failure.self) { try ChildProgram("/no/such", [], log: folder.file("log")) }
        let failed = #expect(throws: ChildProgram.Failure.self) {
            try ChildProgram.run("sh", ["-c", "echo why; exit 2"], log: folder.file("log"))
        }
        #expect(failed?.description == "sh -c echo why; exit 2 ended with 2: why\n")
        try ChildProgram.run("true", [], log: folder.file("log"))
    }
}
#endif
