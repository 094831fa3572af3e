import Testing

@testable import RepoTools

@Suite struct BoundaryCheckTests {
    @Test("a repository that follows its rules has no findings")
    func clean() throws {
        #expect(try BoundaryCheck(FivePackageRepo.loaded().repository).findings() == [])
    }

    struct Violation: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// The file to write, and its content.
        var file: String
        var source: String
        /// The location of the finding, `file:line: `.
        var place: String
        var expected: [String]
        var change: @Sendable (inout Repository) -> Void = { _ in }
    }

    @Test("each kind of violation is found", arguments: violations)
    func violation(_ violation: Violation) throws {
        var (repo, repository) = try FivePackageRepo.loaded()
        try repo.write(violation.file, violation.source)
        violation.change(&repository)
        let findings = try BoundaryCheck(repository).findings().map(\.description)
        let finding = try #require(findings.first { $0.hasPrefix(violation.place) }, "\(findings)")
        for text in violation.expected { #expect(finding.contains(text)) }
        #expect(findings.count == 1)
    }

    private static let violations = [
        Violation(
            testDescription: "an import that the rules allow and the manifest lacks",
            file: "libs/App/Sources/AcmeApp/App.swift",
            source: "\nimport AcmeStore\nimport AcmeNew\n",
            place: "libs/App/Sources/AcmeApp/App.swift:2: ",
            expected: [
                "without declaring it", ".product(name: \"AcmeStore\", package: \"Store\")", "libs/App/Package.swift:",
            ],
            change: { removeDependency("AcmeStore", from: "App", &$0) }
        ),
        Violation(
            testDescription: "an import of a transitive dependency that the rules forbid",
            file: "libs/App/Sources/AcmeApp/New.swift",
            source: "import AcmeBase",
            place: "libs/App/Sources/AcmeApp/New.swift:1: ",
            expected: ["it belongs to Base", "App may use only Store, Web"]
        ),
        Violation(
            testDescription: "a dependency that the rules forbid",
            file: "libs/Web/Sources/AcmeWeb/New.swift",
            source: "import AcmeStore",
            place: "libs/Web/Package.swift:13: ",
            expected: ["AcmeWeb depends on Store", "only Base", "mayImport in Scripts/repo.json"],
            change: { add(TargetDependency(name: "AcmeStore", package: "Store"), to: "Web", &$0) }
        ),
        Violation(
            testDescription: "a product that depends on test helpers",
            file: "libs/Web/Sources/AcmeWeb/New.swift",
            source: "import AcmeKit",
            place: "libs/Web/Package.swift:13: ",
            expected: ["AcmeWeb depends on Kit", "which only tests may use"],
            change: { add(TargetDependency(name: "AcmeKit", package: "Kit"), to: "Web", &$0) }
        ),
        Violation(
            testDescription: "a dependency cycle of products",
            file: "libs/Base/Sources/AcmeBase/New.swift",
            source: "import AcmeApp",
            place: "libs/App/Package.swift:1: ",
            expected: ["App → Store → Base → App", "form a dependency cycle"],
            change: {
                $0.configuration.mayImport["Base"] = ["App"]
                add(TargetDependency(name: "AcmeApp", package: "App"), to: "Base", &$0)
            }
        ),
        Violation(
            testDescription: "a re-export that the rules do not allow",
            file: "libs/Store/Sources/AcmeStore/New.swift",
            source: "@_exported public import AcmeBase",
            place: "libs/Store/Sources/AcmeStore/New.swift:1: ",
            expected: ["re-exports AcmeBase", "remove @_exported"]
        ),
        Violation(
            testDescription: "a system module that only listed packages may import",
            file: "libs/Store/Tests/AcmeStoreTests/New.swift",
            source: "import struct Synchronization.Mutex",
            place: "libs/Store/Tests/AcmeStoreTests/New.swift:1: ",
            expected: ["imports Synchronization, which only Base, Web may import", "use what Base provides"],
            change: { $0.configuration.importedOnlyBy = ["Synchronization": ["Base", "Web"]] }
        ),
        Violation(
            testDescription: "a test framework in a product",
            file: "libs/Store/Sources/AcmeStore/New.swift",
            source: "#if DEBUG\nimport XCTest\n#endif",
            place: "libs/Store/Sources/AcmeStore/New.swift:2: ",
            expected: ["is not a test and imports XCTest", "into AcmeKit"]
        ),
        Violation(
            testDescription: "a testable import across packages",
            file: "libs/Store/Tests/AcmeStoreTests/New.swift",
            source: "@testable import AcmeBase",
            place: "libs/Store/Tests/AcmeStoreTests/New.swift:1: ",
            expected: ["which Base owns", "remove @testable"],
            change: { repository in
                let store = repository.index("Store")
                let base = TargetDependency(name: "AcmeBase", package: "Base")
                repository.packages[store].manifest.targets[1].dependencies.append(base)
            }
        ),
        Violation(
            testDescription: "a library that links a test framework",
            file: "libs/Kit/Sources/AcmeKit/New.swift",
            source: "import Testing",
            place: "libs/Web/Package.swift:",
            expected: ["AcmeWeb links AcmeKit"],
            change: {
                $0.configuration.mayImport["Web"] = ["Base", "Kit"]
                add(TargetDependency(name: "AcmeKit", package: "Kit"), to: "Web", &$0)
            }
        ),
        Violation(
            testDescription: "a program that links a test framework",
            file: "libs/Kit/Sources/AcmeKit/New.swift",
            source: "import Testing",
            place: "libs/Kit/Package.swift:",
            expected: ["the executable acme-serve links AcmeKit"],
            change: { repository in
                let kit = repository.index("Kit")
                var program = repository.packages[kit].manifest.targets[0]
                program.name = "acme-serve"
                program.type = "executable"
                program.dependencies = [TargetDependency(name: "AcmeKit")]
                repository.packages[kit].manifest.targets.append(program)
            }
        ),
    ]

    private static func add(_ dependency: TargetDependency, to package: String, _ repository: inout Repository) {
        let index = repository.index(package)
        repository.packages[index].manifest.targets[0].dependencies.append(dependency)
        repository.packages[index].manifest.localDependencies += dependency.package.map { ["../\($0)"] } ?? []
    }

    private static func removeDependency(_ name: String, from package: String, _ repository: inout Repository) {
        repository.packages[repository.index(package)].manifest.targets[0].dependencies.removeAll { $0.name == name }
    }

    @Test("exceptions in the rules permit re-exports and test frameworks; tests may use any declared package")
    func allowed() throws {
        var (repo, repository) = try FivePackageRepo.loaded()
        try repo.write("libs/App/Sources/AcmeApp/New.swift", "@_exported public import AcmeStore")
        try repo.write("libs/Kit/Sources/AcmeKit/New.swift", "import Testing")
        try repo.write("libs/Web/Tests/AcmeWebTests/New.swift", "import AcmeStore\n@testable import AcmeWeb")
        let web = repository.index("Web")
        let store = TargetDependency(name: "AcmeStore", package: "Store")
        repository.packages[web].manifest.targets[1].dependencies.append(store)
        repository.packages[web].manifest.localDependencies.append("../Store")
        #expect(try BoundaryCheck(repository).findings() == [])
    }

    @Test("a module listed in the rules may use @testable import with other packages")
    func testableImporter() throws {
        var (repo, repository) = try FivePackageRepo.loaded()
        try repo.write("libs/App/Sources/AcmeApp/New.swift", "@testable import AcmeStore")
        #expect(try BoundaryCheck(repository).findings().count == 1)
        repository.configuration.testableImporters = ["AcmeApp"]
        #expect(try BoundaryCheck(repository).findings() == [])
    }

    @Test("an import whose dependency the manifest no longer declares is found")
    func existingImport() throws {
        var repository = try FivePackageRepo.loaded().repository
        Self.removeDependency("AcmeWeb", from: "App", &repository)
        let findings = try BoundaryCheck(repository).findings()
        #expect(findings.map(\.file) == ["libs/App/Sources/AcmeApp/App.swift"])
        #expect(findings.map(\.line) == [2])
    }
}
