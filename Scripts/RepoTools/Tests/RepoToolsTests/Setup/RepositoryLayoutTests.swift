import Testing

@testable import RepoTools

@Suite struct RepositoryLayoutTests {
    private static func manifest(_ targets: [(name: String, type: String, path: String?)]) throws -> Manifest {
        try ManifestLoader.parse(
            Dump.manifest(targets: targets.map { Dump.target($0.name, $0.type, path: $0.path) }),
            of: "/"
        )
    }

    private static let packageFiles = [
        "libs/A/Package.swift", "libs/A/README.md", "libs/A/Sources/A/a.swift", "libs/B/Package.swift",
        "libs/B/Sources/B/b.swift", "libs/README.md",
    ]

    @Test("packages in folders become a pattern, unless a folder beside them is not a package")
    func folders() {
        let layout = RepositoryLayout(files: Self.packageFiles + ["tool/Package.swift"], manifest: nil)
        #expect(layout.root == .none)
        #expect(layout.packages == ["libs/A", "libs/B", "tool"])
        #expect(layout.patterns == ["libs/*", "tool"])
        #expect(layout.inert == ["libs/A/README.md"])
        let other = RepositoryLayout(files: Self.packageFiles + ["libs/data/x"], manifest: nil)
        #expect(other.patterns == ["libs/A", "libs/B"])
    }

    @Test("a root manifest whose targets are located in packages is not a package")
    func umbrella() throws {
        let manifest = try Self.manifest([("A", "regular", "libs/A/Sources/A"), ("B", "regular", "libs/B/Sources/B")])
        let layout = RepositoryLayout(files: Self.packageFiles + ["Package.swift"], manifest: manifest)
        #expect(layout.root == .umbrella)
        #expect(layout.patterns == ["libs/*"])
    }

    @Test("a root manifest with targets of its own is the package “.”, alone or beside other packages")
    func root() throws {
        let manifest = try Self.manifest([("App", "regular", nil), ("AppTests", "test", nil)])
        let files = ["LICENSE", "Package.swift", "README.md", "Sources/App/a.swift", "docs/a.md"]
        let alone = RepositoryLayout(files: files, manifest: manifest)
        #expect(alone.root == .package(targets: 2, tests: 1))
        #expect(alone.patterns == ["."])
        #expect(alone.inert == ["LICENSE", "README.md", "docs/**"])
        let mixed = RepositoryLayout(files: files + Self.packageFiles, manifest: manifest)
        #expect(mixed.patterns == [".", "libs/*"])
    }

    @Test("manifests inside packages and in data of tests are left out, and those of the tools are ignored")
    func leftOut() {
        let files = [
            "A/Package.swift", "A/Example/Package.swift", "Tests/X/Package.swift", "Scripts/RepoTools/Package.swift",
        ]
        let layout = RepositoryLayout(files: files, manifest: nil)
        #expect(layout.packages == ["A"])
        #expect(layout.leftOut == ["A/Example", "Tests/X"])
    }

    @Test("the proposed rules are valid; without a package, none are proposed")
    func rules() throws {
        let text = try #require(RepositoryLayout(files: Self.packageFiles, manifest: nil).rules)
        let rules = try RepoConfiguration.parse(text)
        #expect(rules.packages == ["libs/*"])
        #expect(rules.inert == ["libs/A/README.md", "Scripts/RepoTools/**", "Scripts/repo"])
        #expect(rules.coverage.threshold == 0)
        #expect(RepositoryLayout(files: ["README.md"], manifest: nil).rules == nil)
    }
}
