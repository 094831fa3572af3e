import Testing

@testable import RepoTools

@Suite struct BoundaryCheckTests {
    @Test("a repository that follows its rules has no findings")
    func clean() throws {
        #expect(try BoundaryCheck(FiveRepo.copy().repository).findings() == [])
    }

    struct Breach: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// The file to write, and its content.
        var file: String
        var source: String
        /// The location of the finding, `file:line: `.
        var place: String
        var says: [String]
        var make: @Sendable (inout Repository) -> Void = { _ in }
    }

    @Test("a violation of each rule is found", arguments: breaches)
    func breach(_ breach: Breach) throws {
        var (repo, repository) = try FiveRepo.copy()
        try repo.write(breach.file, breach.source)
        breach.make(&repository)
        let findings = try BoundaryCheck(repository).findings().map(\.description)
        let finding = try #require(findings.first { $0.hasPrefix(breach.place) }, "\(findings)")
        for text in breach.says { #expect(finding.contains(text)) }
        #expect(findings.count == 1)
    }

    private static let breaches = [
        Breach(
            testDescription: "an import that the rules allow and the manifest lacks",
            file: "libs/App/Sources/AcmeApp/App.swift",
            source: "\nimport AcmeStore\nimport AcmeNew\n",
            place: "libs/App/Sources/AcmeApp/App.swift:2: ",
            says: [
                "without declaring it", ".product(name: \"AcmeStore\", package: \"Store\")", "libs/App/Package.swift:",
            ],
            make: { drop("AcmeStore", from: "App", &$0) }
        ),
        Breach(
            testDescription: "a transitive import against the direction",
            file: "libs/App/Sources/AcmeApp/New.swift",
            source: "import AcmeBase",
            place: "libs/App/Sources/AcmeApp/New.swift:1: ",
            says: ["it belongs to Base", "App may use only Store, Web"]
        ),
        Breach(
            testDescription: "a dependency against the direction",
            file: "libs/Web/Sources/AcmeWeb/New.swift",
            source: "import AcmeStore",
            place: "libs/Web/Package.swift:13: ",
            says: ["AcmeWeb depends on Store", "only Base", "mayImport in Scripts/repo.json"],
            make: { add(TargetDependency(name: "AcmeStore", package: "Store"), to: "Web", &$0) }
        ),
        Breach(
            testDescription: "a product on the test helpers",
            file: "libs/Web/Sources/AcmeWeb/New.swift",
            source: "import AcmeKit",
            place: "libs/Web/Package.swift:13: ",
            says: ["AcmeWeb depends on Kit", "which only tests may use"],
            make: { add(TargetDependency(name: "AcmeKit", package: "Kit"), to: "Web", &$0) }
        ),
        Breach(
            testDescription: "a circle of products",
            file: "libs/Base/Sources/AcmeBase/New.swift",
            source: "import AcmeApp",
            place: "libs/App/Package.swift:1: ",
            says: ["App → Store → Base → App", "in a circle"],
            make: {
                $0.configuration.mayImport["Base"] = ["App"]
                add(TargetDependency(name: "AcmeApp", package: "App"), to: "Base", &$0)
            }
        ),
        Breach(
            testDescription: "a re-export outside the umbrella",
            file: "libs/Store/Sources/AcmeStore/New.swift",
            source: "@_exported public import AcmeBase",
            place: "libs/Store/Sources/AcmeStore/New.swift:1: ",
            says: ["re-exports AcmeBase", "remove @_exported"]
        ),
        Breach(
            testDescription: "a lock that bypasses the package that replaces it under the thread sanitizer",
            file: "libs/Store/Tests/AcmeStoreTests/New.swift",
            source: "import struct Synchronization.Mutex",
            place: "libs/Store/Tests/AcmeStoreTests/New.swift:1: ",
            says: ["imports Synchronization, which only Base, Web may import", "use what Base offers"],
            make: { $0.configuration.importedOnlyBy = ["Synchronization": ["Base", "Web"]] }
        ),
        Breach(
            testDescription: "a test framework in a product",
            file: "libs/Store/Sources/AcmeStore/New.swift",
            source: "#if DEBUG\nimport XCTest\n#endif",
            place: "libs/Store/Sources/AcmeStore/New.swift:2: ",
            says: ["is no test and imports XCTest", "into AcmeKit"]
        ),
        Breach(
            testDescription: "a testable import across packages",
            file: "libs/Store/Tests/AcmeStoreTests/New.swift",
            source: "@testable import AcmeBase",
            place: "libs/Store/Tests/AcmeStoreTests/New.swift:1: ",
            says: ["which Base owns", "remove @testable"],
            make: { repository in
                let store = repository.index("Store")
                let base = TargetDependency(name: "AcmeBase", package: "Base")
                repository.packages[store].manifest.targets[1].dependencies.append(base)
            }
        ),
        Breach(
            testDescription: "a library with a test framework in it",
            file: "libs/Kit/Sources/AcmeKit/New.swift",
            source: "import Testing",
            place: "libs/Web/Package.swift:",
            says: ["AcmeWeb links AcmeKit"],
            make: {
                $0.configuration.mayImport["Web"] = ["Base", "Kit"]
                add(TargetDependency(name: "AcmeKit", package: "Kit"), to: "Web", &$0)
            }
        ),
        Breach(
            testDescription: "a program with a test framework in it",
            file: "libs/Kit/Sources/AcmeKit/New.swift",
            source: "import Testing",
            place: "libs/Kit/Package.swift:",
            says: ["the executable acme-serve links AcmeKit"],
            make: { repository in
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
        repository.packages[repository.index(package)].manifest.targets[0].dependencies.append(dependency)
    }

    private static func drop(_ name: String, from package: String, _ repository: inout Repository) {
        repository.packages[repository.index(package)].manifest.targets[0].dependencies.removeAll { $0.name == name }
    }

    @Test("a re-exporter may re-export, a test framework module may import one, a test may use any package it declares")
    func allowed() throws {
        var (repo, repository) = try FiveRepo.copy()
        try repo.write("libs/App/Sources/AcmeApp/New.swift", "@_exported public import AcmeStore")
        try repo.write("libs/Kit/Sources/AcmeKit/New.swift", "import Testing")
        try repo.write("libs/Web/Tests/AcmeWebTests/New.swift", "import AcmeStore\n@testable import AcmeWeb")
        let web = repository.index("Web")
        let store = TargetDependency(name: "AcmeStore", package: "Store")
        repository.packages[web].manifest.targets[1].dependencies.append(store)
        #expect(try BoundaryCheck(repository).findings() == [])
    }

    @Test("fuzz targets listed in the rules may use @testable import with other packages")
    func testableImporter() throws {
        var (repo, repository) = try FiveRepo.copy()
        try repo.write("libs/App/Sources/AcmeApp/New.swift", "@testable import AcmeStore")
        #expect(try BoundaryCheck(repository).findings().count == 1)
        repository.configuration.testableImporters = ["AcmeApp"]
        #expect(try BoundaryCheck(repository).findings() == [])
    }

    @Test("a removed dependency that App still imports is found in its own file too")
    func existingImport() throws {
        var repository = try FiveRepo.copy().repository
        Self.drop("AcmeWeb", from: "App", &repository)
        let findings = try BoundaryCheck(repository).findings()
        #expect(findings.map(\.file) == ["libs/App/Sources/AcmeApp/App.swift"])
        #expect(findings.map(\.line) == [2])
    }
}
