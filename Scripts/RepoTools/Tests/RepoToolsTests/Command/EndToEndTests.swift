import Testing

@testable import RepoTools

@Suite struct EndToEndTests {
    @Test("a package of a foreign repository is built, tested and measured for real", .timeLimit(.minutes(5)))
    func realPackage() throws {
        let repo = try FiveRepo.copy().repo
        let outcome = repo.run("test", "--package", "Base")
        // One of two functions is tested: three lines of six, and 60 % are needed.
        #expect(outcome.out.contains("AcmeBase"))
        #expect(outcome.out.contains("50.0% <"), "\(outcome.out)\(outcome.notes)")
        #expect(outcome.out.hasSuffix("\n1 passed, 1 failed\n"))
        #expect(outcome.status == 1)
        let lcov = try Files.text(repo.root + "/.build/reports/coverage/coverage.lcov")
        #expect(lcov.contains("SF:\(repo.root)/libs/Base/Sources/AcmeBase/Base.swift\n"))
        #expect(lcov.contains("LF:6\nLH:3\n"))
    }
}
