import Testing

@testable import RepoTools

@Suite struct ManifestFixerTests {
    /// Returns a repository with a root manifest and one package. The manifests are small, because each test
    /// compiles and runs them.
    private static func repository(rootManifest: String, package: String) throws -> TempRepo {
        let repo = try TempRepo()
        try repo.git("init", "-q", "-b", "main")
        try repo.write("Scripts/repo.json", #"{"packages": ["libs/*"]}"#)
        try repo.write("Package.swift", rootManifest)
        try repo.write("libs/Web/Package.swift", package)
        for folder in ["Sources/A", "Sources/B", "Tests/T"] { try repo.write("libs/Web/\(folder)/a.swift") }
        return repo
    }

    private static let package = """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
            name: "Web",
            platforms: [.macOS(.v15)],
            products: [.library(name: "A", targets: ["A", "B"])],
            targets: [
                .target(name: "A", dependencies: ["B"]),
                .target(name: "B"),
                .testTarget(name: "T", dependencies: ["A", "B"]),
            ]
        )

        """

    private static let helpers = """

        func module(_ name: String, uses: [Target.Dependency] = []) -> Target {
            .target(name: name, dependencies: uses, path: "libs/Web/Sources/\\(name)")
        }

        """

    private static func rootManifest(
        platforms: String = ".macOS(.v15)",
        _ targets: String,
        products: String = ""
    ) -> String {
        """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
            name: "All",
            platforms: [\(platforms)],
            products: [\(products)],
            targets: [\(targets)]
        )
        \(helpers)
        """
    }

    @Test(
        "each difference is corrected, and the helper functions of the root manifest remain",
        arguments: [
            // A missing target, missing and additional dependencies, a product with other targets.
            (
                rootManifest(
                    #"module("A", uses: []), module("B", uses: ["A"])"#,
                    products: #".library(name: "A", targets: ["A"])"#
                ),
                4
            ),
            // An additional target, and another platform, which is copied to the package.
            (
                rootManifest(
                    platforms: ".macOS(.v14)",
                    #"""
                    module("A", uses: ["B"]), module("B"), .target(name: "Old", path: "libs/Old"),
                    .testTarget(name: "T", dependencies: ["A", "B"], path: "libs/Web/Tests/T"),
                    """#
                ),
                2
            ),
        ]
    )
    func fix(rootManifest: String, count: Int) throws {
        let repo = try Self.repository(rootManifest: rootManifest, package: Self.package)
        let before = repo.run("manifests")
        #expect(before.status == 1)
        #expect(before.out.split(separator: "\n").count == count, "\(before.out)")
        let fixed = repo.run("manifests", "--fix")
        #expect(fixed.status == 0, "\(fixed.out)\(fixed.err)")
        #expect(fixed.err.hasSuffix("\(count) corrected, 0 remaining\n"))
        #expect(repo.run("manifests").status == 0)
        #expect(try Files.text(repo.root + "/Package.swift").contains("func module(_ name: String"))
    }

    @Test("findings that cannot be corrected are reported")
    func remaining() throws {
        let targets =
            #"module("A", uses: ["B"]), module("B"), "#
            + #".testTarget(name: "T", dependencies: ["A", "B"], path: "libs/Web/Tests/T")"#
        let repo = try Self.repository(
            rootManifest: Self.rootManifest(targets),
            package: Self.package.replacing("6.0\n", with: "6.1\n").replacing(
                ".target(name: \"B\")",
                with: ".target(name: \"B\", exclude: [\"x\"])"
            )
        )
        let fixed = repo.run("manifests", "--fix")
        #expect(fixed.status == 1)
        #expect(fixed.err.hasSuffix("1 corrected, 1 remaining\n"), "\(fixed.out)\(fixed.err)")
        #expect(fixed.out.contains("B has resources, sources, exclude"))
        #expect(try Files.text(repo.root + "/libs/Web/Package.swift").hasPrefix("// swift-tools-version: 6.0\nimport"))
    }
}
