import Foundation
import SeekBasics
import Testing

@testable import RepoTools

@Suite struct EndToEndTests {
    /// The program `repo`, if it is located beside the tests.
    private static let program: String? = {
        let path = "\(Files.parent(of: ProcessInfo.processInfo.arguments[0]))/repo"
        return Files.isExecutable(path) ? path : nil
    }()

    /// Runs `repo` with the given folder for temporary files. Without the program, runs the command in this process,
    /// which does not use that folder.
    private func run(_ arguments: [String], temporary: String) throws -> Outcome {
        guard let program = Self.program else {
            return Outcome { RepoCommand.run(arguments, folder: "/", console: $0) }
        }
        let result = try ChildProcess.run([program] + arguments, environment: ["TMPDIR": temporary])
        return Outcome { console in
            console.out(result.output)
            console.note(result.errors)
            return result.status
        }
    }

    @Test("a package of another repository is built, tested and measured", .timeLimit(.minutes(5)))
    func realPackage() throws {
        let repo = try FivePackageRepo.copy().repo
        let folder = try TempRepo()
        let outcome = try run(["test", "--package", "Base", "--root", repo.root], temporary: folder.root)
        #expect(Files.names(in: folder.root) == [])
        // One of two functions is tested, which is three lines of six; the threshold is 60 %.
        #expect(outcome.out.contains("AcmeBase"))
        #expect(outcome.out.contains("50.0% <"), "\(outcome.out)\(outcome.err)")
        #expect(outcome.out.hasSuffix("\n1 passed, 1 failed\n"))
        #expect(outcome.status == 1)
        let summary = try Files.text(repo.root + "/.build/reports/coverage/coverage.md")
        #expect(summary.contains("| Base | `AcmeBase` | **50.0%** | 3/6 | 60 % | 1 |"))
    }
}
