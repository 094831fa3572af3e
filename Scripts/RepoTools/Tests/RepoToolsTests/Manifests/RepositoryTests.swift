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

    @Test("two targets with the same name, or two folders whose names are equal or differ only in case, are an error")
    func duplicates() throws {
        let repo = try TempRepo()
        try repo.write("Scripts/repo.json", #"{"packages": ["a/*", "b/*"]}"#)
        for folder in ["a/A", "a/B"] { try repo.write("\(folder)/Package.swift", folder) }
        let loader = ManifestLoader(cacheFolder: repo.root + "/cache") { _ throws(RepoError) in
            Dump.manifest(targets: [Dump.target("T")])
        }
        let targetError = #expect(throws: RepoError.self) { try Repository.load(root: repo.root, loader: loader) }
        #expect(targetError?.message == "both A and B have a target T; a module's name must be unique")
        try repo.write("a/x/Package.swift", "x")
        try repo.write("b/X/Package.swift", "X")
        let folderError = #expect(throws: RepoError.self) { try Repository.load(root: repo.root, loader: loader) }
        #expect(folderError?.message.contains("a/x and b/X have the same name") == true)
    }
}
