import Foundation
import Testing

@testable import RepoTools

@Suite struct EndToEndTests {
    /// The program `repo`, if it is located beside the tests.
    private static let program: String? = {
        let path = "\(Files.parent(of: ProcessInfo.processInfo.arguments[0]))/repo"
        return Files.isExecutable(path) ? path : nil
    }()

    /// Runs `repo` with the given folder for temporary files.
    private func run(_ arguments: [String], temporary: String) throws -> Outcome {
        guard let program = Self.program else {
            return Outcome { RepoCommand.run(arguments, folder: "/", console: $0) }
        }
        let result = try Subprocess.run([program] + arguments, environment: ["TMPDIR": temporary])
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
        #expect(outcome.out.contains("50.0% <"), "\(outcome.out)\(outcome.notes)")
        #expect(outcome.out.hasSuffix("\n1 passed, 1 failed\n"))
        #expect(outcome.status == 1)
        let lcov = try Files.text(repo.root + "/.build/reports/coverage/coverage.lcov")
        #expect(lcov.contains("SF:\(repo.root)/libs/Base/Sources/AcmeBase/Base.swift\n"))
        #expect(lcov.contains("LF:6\nLH:3\n"))
    }

    @Test("an undeclared import that a shared build folder hides from the compiler is found", .timeLimit(.minutes(5)))
    func hiddenImport() throws {
        let repo = try FivePackageRepo.copy().repo
        try repo.write("libs/Web/Package.swift", FivePackageRepo.manifest("Web", dependencies: [], tests: []))
        try repo.write("libs/Web/Sources/AcmeWeb/Web.swift", "\nimport AcmeBase\n\npublic let web = testedBase\n")
        func build(_ package: String, in folder: String) throws -> Int32 {
            let places = [
                "--package-path", "\(repo.root)/libs/\(package)", "--scratch-path", "\(repo.root)/.build/\(folder)",
            ]
            let options = ["--disable-build-manifest-caching", "--target", "Acme\(package)"]
            return try Shell.live.log(["swift", "build"] + places + options, "\(repo.root)/.build/log")
        }
        #expect(try build("Web", in: "alone") != 0)
        #expect(try build("Base", in: "shared") == 0)
        #expect(try build("Web", in: "shared") == 0)
        let outcome = repo.run("check", "boundaries")
        let advice =
            #"add .product(name: "AcmeBase", package: "Base") to its dependencies at libs/Web/Package.swift:13"#
        #expect(
            outcome.out
                == "libs/Web/Sources/AcmeWeb/Web.swift:2: AcmeWeb imports AcmeBase without declaring it; \(advice), "
                + "and the package Base to those of Web\n"
        )
        #expect(outcome.status == 1)
    }
}
