import Testing

@testable import RepoTools

@Suite("check platforms")
struct PlatformCheckTests {
    /// Returns a repository of packages for macOS and Linux, with rules for this check.
    private func copy() throws -> (repo: TempRepo, repository: Repository) {
        var (repo, repository) = try FivePackageRepo.copy()
        repository.configuration.platforms.modules = ["Glibc": ["Linux"], "Darwin": ["macOS"]]
        repository.configuration.platforms.symbols = [
            "popen()": ["Linux"], "Process": ["Linux", "macOS"], "dup3": ["Linux"], "exitsWith": ["Linux"],
        ]
        return (repo, repository)
    }

    @Test(
        "finds what a platform of the package cannot compile",
        arguments: [
            ("import Glibc", [1]), ("#if canImport(Glibc)\nimport Glibc\n#else\nimport Darwin\n#endif", []),
            ("#if os(macOS)\nimport Glibc\n#endif", [2]), ("#if !canImport(Darwin)\nimport Glibc\n#endif", []),
            ("@preconcurrency public import Glibc", [1]), ("import Other", []),
            ("let a = popen(b, c)", [1]), ("let a = Glibc.popen(b, c)", []),
            ("#if os(Linux)\na = popen(b)\n#endif", []),
            ("#if os(Linux)\n#else\na = popen(b)\n#endif", [3]), ("let popen = 1\nuse(popen)", []),
            ("func popen() {}", []), ("call(popen: 1)", []), ("// popen(a)\n\"popen(a)\"", []),
            ("let a = Process()", []), ("a = dup3\nb.dup3\ndup3: c", [1]), ("#expect(exitsWith: .success) {", [1]),
        ]
    )
    func symbols(source: String, lines: [Int]) throws {
        let (repo, repository) = try copy()
        try repo.write("libs/Web/Tests/AcmeWebTests/New.swift", source)
        #expect(try PlatformCheck(repository).findings().map(\.line) == lines)
    }

    @Test("reports at each use the missing name, the platforms without it and the condition to add")
    func messages() throws {
        let (repo, repository) = try copy()
        try repo.write("libs/Web/Sources/AcmeWeb/A.swift", "import Glibc\nlet a = popen(b)\nlet c = Watcher()")
        try repo.write("libs/Web/Sources/AcmeWeb/B.swift", "#if os(Linux)\npublic struct Watcher {}\n#endif")
        let file = "libs/Web/Sources/AcmeWeb/A.swift"
        #expect(
            try PlatformCheck(repository).findings().map(\.description) == [
                "\(file):1: imports Glibc, which does not exist or is empty on macOS; put the import inside "
                    + "#if canImport(Glibc)",
                "\(file):2: uses popen, which is not available on macOS; put the code inside #if os(Linux)",
                "\(file):3: uses Watcher (declared at libs/Web/Sources/AcmeWeb/B.swift:2), which is not available on macOS; "
                    + "put the code inside #if os(Linux)",
            ]
        )
    }

    @Test("ignores names that are declared for the other platforms too or not visible in the file")
    func declaredElsewhere() throws {
        let (repo, repository) = try copy()
        try repo.write(
            "libs/Web/Sources/AcmeWeb/A.swift",
            "#if os(Linux)\nstruct Watcher {}\nfunc watch() {}\n#else\ntypealias Watcher = Int\n#endif\n"
                + "extension Web {\n#if os(Linux)\nfunc inner() {}\n#endif\n}"
        )
        try repo.write("libs/Web/Sources/AcmeWeb/B.swift", "let a = Watcher()\nlet b = inner()")
        try repo.write("libs/Store/Sources/AcmeStore/C.swift", "let a = watch()")
        #expect(try PlatformCheck(repository).findings() == [])
        try repo.write("libs/App/Sources/AcmeApp/D.swift", "import AcmeWeb\nlet a = watch()")
        #expect(try PlatformCheck(repository).findings().map(\.line) == [2])
    }

    @Test("finds the import of a module whose files are all inside #if")
    func emptyModule() throws {
        let (repo, repository) = try copy()
        let file = "libs/Web/Sources/AcmeWeb/Web.swift"
        try repo.write(file, "#if os(Linux)\n\(try Files.text("\(repo.root)/\(file)"))#endif\n")
        let findings = try PlatformCheck(repository).findings()
        let users = ["libs/App/Sources/AcmeApp/App.swift", "libs/Web/Tests/AcmeWebTests/WebTests.swift"]
        #expect(Set(findings.map(\.file)) == Set(users))
        #expect(findings.first?.message.hasSuffix("inside #if os(Linux)") == true)
    }

    @Test(
        "finds Int in the files that decode external values",
        arguments: [
            ("let a: Int", [1]), ("let a: [Int?]", [1]), ("a = try b.decode(Int.self)", [1]), ("let a = Int(b)", [1]),
            ("let a: Int64", []), ("let a = Int64(b)", []), ("// Int\nlet a = b.Int", []),
        ]
    )
    func width(source: String, lines: [Int]) throws {
        var (repo, repository) = try copy()
        repository.configuration.platforms.fixedWidth = ["libs/Web/Sources/**"]
        try repo.write("libs/Web/Sources/AcmeWeb/New.swift", source)
        try repo.write("libs/Web/Tests/AcmeWebTests/New.swift", source)
        let findings = try PlatformCheck(repository).findings().filter {
            $0.file == "libs/Web/Sources/AcmeWeb/New.swift"
        }
        #expect(findings.map(\.line) == lines)
        #expect(try PlatformCheck(repository).findings().allSatisfy { $0.file.hasPrefix("libs/Web/Sources") })
    }

    @Test("finds nothing in a repository without rules for platforms")
    func command() throws {
        let (repo, _) = try FivePackageRepo.copy()
        try repo.write("libs/Web/Sources/AcmeWeb/A.swift", "import Glibc")
        #expect(repo.run("check", "platforms").status == 0)
    }
}
