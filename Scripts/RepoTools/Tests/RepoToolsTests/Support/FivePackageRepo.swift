@testable import RepoTools

/// A monorepo of five packages with other names and folders than this repository has.
///
/// App depends on Store and Web, which depend on Base. Kit is for tests, depends on Base, and is used by the tests of
/// Base and Store. The manifests are evaluated for the original only: a copy has their results in its cache.
enum FivePackageRepo {
    static let packages = ["App", "Base", "Kit", "Store", "Web"]

    /// Returns a committed copy.
    static func copy() throws -> TempRepo { try TempRepo(copyOf: original.get()) }

    /// Returns a committed copy and its loaded repository.
    static func loaded() throws -> (repo: TempRepo, repository: Repository) {
        let repo = try copy()
        return (repo, try Repository.load(root: repo.root))
    }

    /// The original of all copies. Its build folder contains the evaluated manifests.
    private static let original = Result<TempRepo, any Error> {
        let repo = try TempRepo()
        try write(into: repo)
        try repo.git("init", "-q", "-b", "main")
        _ = try RootManifest(Repository.load(root: repo.root))?.write()
        try repo.commit("start")
        _ = try Repository.load(root: repo.root)
        return repo
    }

    private static func write(into repo: TempRepo) throws {
        try repo.write("Scripts/repo.json", rules)
        try repo.write("README.md", "# Acme\n")
        try repo.write("data/web.json", "{}")
        try repo.write(".gitignore", ".build/\n")
        try repo.write(".github/CODEOWNERS", packages.map { "/libs/\($0)/ @acme/\($0.lowercased())\n" }.joined())
        for (name, dependencies, testDependencies) in [
            ("Base", [], ["Kit"]), ("Store", ["Base"], ["Kit"]), ("Web", ["Base"], []), ("App", ["Store", "Web"], []),
            ("Kit", ["Base"], []),
        ] as [(String, [String], [String])] {
            let folder = "libs/\(name)"
            try repo.write(
                "\(folder)/Package.swift",
                manifest(name, dependencies: dependencies, testDependencies: testDependencies)
            )
            try repo.write("\(folder)/NOTICE", "Acme\n")
            try repo.write("\(folder)/README.md", "# \(name)\n\n## Design notes\n\n- Small.\n")
            let imports = dependencies.map { "import Acme\($0)\n" }.joined()
            try repo.write("\(folder)/Sources/Acme\(name)/\(name).swift", imports + source(name))
            let testImports = testDependencies.map { "import Acme\($0)\n" }.joined()
            try repo.write("\(folder)/Tests/Acme\(name)Tests/\(name)Tests.swift", testImports + test(name))
        }
    }

    private static func source(_ name: String) -> String {
        """

        public func tested\(name)() -> Int {
            1
        }

        public func untested\(name)() -> Int {
            2
        }

        """
    }

    private static func test(_ name: String) -> String {
        """
        import Testing

        @testable import Acme\(name)

        @Test func one() {
            #expect(tested\(name)() == 1)
        }

        """
    }

    static func manifest(_ name: String, dependencies: [String], testDependencies: [String] = []) -> String {
        let references = (dependencies + testDependencies).map { ".package(path: \"../\($0)\")" }.joined(
            separator: ", "
        )
        let products = dependencies.map { ".product(name: \"Acme\($0)\", package: \"\($0)\")" }
        let testProducts =
            ["\"Acme\(name)\""] + testDependencies.map { ".product(name: \"Acme\($0)\", package: \"\($0)\")" }
        return """
            // swift-tools-version: 6.0
            import PackageDescription

            let package = Package(
                name: "\(name)",
                platforms: [.macOS(.v15)],
                products: [
                    .library(name: "Acme\(name)", targets: ["Acme\(name)"])
                ],
                dependencies: [\(references)],
                targets: [
                    .target(
                        name: "Acme\(name)",
                        dependencies: [\(products.joined(separator: ", "))],
                        swiftSettings: [.enableUpcomingFeature("ExistentialAny")]
                    ),
                    .testTarget(name: "Acme\(name)Tests", dependencies: [\(testProducts.joined(separator: ", "))]),
                ]
            )

            """
    }

    private static let rules = """
        {
          "packages": ["libs/*"],
          "rootManifest": { "name": "Acme", "omitsProducts": ["AcmeBase"] },
          "topLevel": ["Package.swift", "README.md", "Scripts", "data", "libs"],
          "sharedFiles": ["NOTICE"],
          "mayImport": { "Store": ["Base"], "Web": ["Base"], "App": ["Store", "Web"], "Kit": ["Base"] },
          "onlyForTests": ["Kit"],
          "testFrameworkModules": ["AcmeKit"],
          "reexporters": ["AcmeApp"],
          "readBy": { "data/web.json": ["Web"] },
          "global": ["Scripts/**"],
          "inert": ["README.md", "libs/*/README.md"],
          "coverage": { "threshold": 60, "packages": { "Store": 40 }, "exempt": { "AcmeWeb": "a thin shell" } },
          "lint": ["Scripts/lint", "--quick"],
          "umbrella": ["Scripts/serve"]
        }
        """
}

extension Repository {
    /// Returns the index of a package in `packages`.
    func index(_ package: String) -> Int {
        packages.firstIndex { $0.name == package } ?? 0
    }
}
