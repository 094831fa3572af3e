/// A repository whose root manifest declares several targets, with the rule `"packages": ["."]`. App depends on Net,
/// which depends on Core; each has tests. The manifest is evaluated once.
enum ShopRepo {
    static func copy() throws -> TempRepo { try TempRepo(copyOf: original.get()) }

    private static let original = Result<TempRepo, any Error> {
        let rules = #"""
            {"packages": ["."], "inert": ["README.md"], "readBy": {"Fixtures/**": ["NetTests"]},
             "coverage": {"threshold": 50, "packages": {".": 60}, "targets": {"Core": 90}}}
            """#
        let repo = try TempRepo(files: [:], rules: rules)
        try repo.write("README.md", "# Shop\n")
        try repo.write("Fixtures/prices/a.json", "{}")
        try repo.write(
            "Package.swift",
            """
            // swift-tools-version: 6.0
            import PackageDescription

            let package = Package(
                name: "Shop",
                platforms: [.macOS(.v15)],
                targets: [
                    .target(name: "Core"),
                    .target(name: "Net", dependencies: ["Core"]),
                    .target(name: "App", dependencies: ["Net"]),
                    .testTarget(name: "CoreTests", dependencies: ["Core"]),
                    .testTarget(name: "NetTests", dependencies: ["Net"]),
                    .testTarget(name: "AppTests", dependencies: ["App"], path: "Tests/Integration"),
                ]
            )

            """
        )
        for name in ["Core", "Net", "App"] { try repo.write("Sources/\(name)/\(name).swift", "public let a = 1\n") }
        for folder in ["CoreTests", "NetTests", "Integration"] { try repo.write("Tests/\(folder)/Tests.swift") }
        try repo.commit()
        // Stores the evaluated manifest, which the copies reuse.
        _ = repo.run("affected", "--base", "main")
        return repo
    }
}
