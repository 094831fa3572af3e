import Testing

@testable import RepoTools

@Suite struct CoverageTests {
    @Test("only the package's own sources count, not its tests and dependencies")
    func ownSources() throws {
        let (repo, repository) = try FivePackageRepo.loaded()
        let files = [
            "Store/Sources/AcmeStore/Store", "Store/Tests/AcmeStoreTests/StoreTests", "Base/Sources/AcmeBase/Base",
        ]
        let export = LLVMExport(data: [
            .init(
                files: files.map { file in
                    LLVMExport.File(
                        filename: "\(repo.root)/libs/\(file).swift",
                        segments: [
                            .init(line: 1, count: 1), .init(line: 1, count: 0, hasCount: false, isRegionEntry: false),
                            .init(line: 2, count: 0), .init(line: 3, count: 0, hasCount: false, isRegionEntry: false),
                        ]
                    )
                }
            )
        ])
        let store = repository.packages[repository.index("Store")]
        let modules = try CoverageReader(repository: repository).modules(of: store, export: export)
        #expect(modules.map(\.module) == ["AcmeStore"])
        #expect(modules[0].files.map(\.path) == ["libs/Store/Sources/AcmeStore/Store.swift"])
        #expect(modules[0].totalLineCount == 3)
        #expect(modules[0].coveredLineCount == 1)
        #expect(modules[0].percentText == "33.3%")
        #expect(modules[0].threshold == 40)
        #expect(modules[0].isBelowThreshold)
        #expect(modules[0].isLinked)
    }

    @Test("all lines of a module that no test links count as not covered")
    func unlinked() throws {
        let repository = try FivePackageRepo.loaded().repository
        let app = repository.packages[repository.index("App")]
        let export = LLVMExport(data: [])
        let modules = try CoverageReader(repository: repository).modules(of: app, export: export)
        #expect(modules.map(\.isLinked) == [false])
        // Two imports do not count, two functions of three lines do.
        #expect(modules[0].totalLineCount == 6)
        #expect(modules[0].percentText == "0.0%")
        #expect(modules[0].isBelowThreshold)
    }

    @Test("system libraries and targets without Swift sources are omitted")
    func nothingToMeasure() throws {
        var (repo, repository) = try FivePackageRepo.loaded()
        let web = repository.index("Web")
        repository.packages[web].manifest.targets[0].type = "system"
        let reader = CoverageReader(repository: repository)
        #expect(try reader.modules(of: repository.packages[web], export: LLVMExport(data: [])) == [])
        repository.packages[web].manifest.targets[0].type = "regular"
        repo.remove("libs/Web/Sources/AcmeWeb/Web.swift")
        #expect(try reader.modules(of: repository.packages[web], export: LLVMExport(data: [])) == [])
    }

    @Test(
        "percentages are rounded down, but compared exactly; an exempt module is never below its threshold",
        arguments: [
            (7996, 10000, 80.0, "79.9%", true), (8000, 10000, 80.0, "80.0%", false), (0, 0, 80.0, "–", false),
            (1, 3, 33.0, "33.3%", false), (3, 3, 100.0, "100.0%", false),
        ]
    )
    func percent(covered: Int, lines: Int, threshold: Double, text: String, isBelowThreshold: Bool) {
        let file = FileCoverage(path: "a", lineCount: lines, coveredLineCount: covered)
        var module = ModuleCoverage(module: "A", files: [file], threshold: threshold)
        #expect(module.percentText == text)
        #expect(module.isBelowThreshold == isBelowThreshold)
        module.exemption = "a thin shell"
        #expect(!module.isBelowThreshold)
    }
}
