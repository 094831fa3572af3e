import Testing

@testable import RepoTools

@Suite struct RepositoryTests {
    @Test("the root manifest and the packages that match the rules are loaded")
    func load() throws {
        let repository = try FivePackageRepo.copy().repository
        #expect(repository.packages.map(\.folder) == FivePackageRepo.packages.map { "libs/\($0)" })
        #expect(repository.rootManifest?.targets.count == 10)
        #expect(
            repository.package(named: "Web")?.manifest.targets.map(\.folder) == [
                "Sources/AcmeWeb", "Tests/AcmeWebTests",
            ]
        )
        #expect(repository.package(named: "web") == nil)
    }

    @Test("a dependency resolves to the targets of its product")
    func targets() throws {
        let repository = try FivePackageRepo.copy().repository
        let web = repository.packages[repository.index("Web")]
        let base = TargetReference(package: "Base", target: "AcmeBase")
        func targets(_ name: String, _ package: String? = nil) -> [TargetReference] {
            repository.targets(of: TargetDependency(name: name, package: package), in: web)
        }
        #expect(targets("AcmeBase", "Base") == [base])
        #expect(targets("AcmeBase", "base") == [base])
        #expect(targets("AcmeBase") == [base])
        #expect(targets("AcmeWeb") == [TargetReference(package: "Web", target: "AcmeWeb")])
        #expect(targets("Elsewhere", "Other") == [])
    }

    @Test("packages whose folders have the same name are named by their paths")
    func duplicates() throws {
        let repo = try TempRepo()
        try repo.write("Scripts/repo.json", #"{"packages": ["a/*", "b/*"]}"#)
        for folder in ["a/x", "a/B", "b/X"] { try repo.write("\(folder)/Package.swift", folder) }
        let loader = ManifestLoader(cacheFolder: repo.root + "/cache") { _ throws(RepoError) in
            Dump.manifest(targets: [Dump.target("T")])
        }
        #expect(try Repository.load(root: repo.root, loader: loader).packages.map(\.name) == ["B", "a/x", "b/X"])
    }

    @Test("a local package that only other packages name is part of the graph, but is not listed")
    func otherPackages() throws {
        let repo = try TempRepo()
        try repo.write("Scripts/repo.json", #"{"packages": ["App"]}"#)
        for folder in ["App", "vendor/Kit"] { try repo.write("\(folder)/Package.swift", folder) }
        let loader = ManifestLoader(cacheFolder: repo.root + "/cache") { folder throws(RepoError) in
            folder.hasSuffix("App")
                ? Dump.manifest(dependencies: ["\(folder)/../vendor/Kit", "\(folder)/../../elsewhere"])
                : Dump.manifest()
        }
        let repository = try Repository.load(root: repo.root, loader: loader)
        #expect(repository.packages.map(\.folder) == ["App"])
        #expect(repository.otherPackages.map(\.folder) == ["vendor/Kit"])
    }
}
