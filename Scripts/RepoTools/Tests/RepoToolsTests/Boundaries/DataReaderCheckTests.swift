import Testing

@testable import RepoTools

@Suite struct DataReaderCheckTests {
    @Test("only a test that reads data without being listed is found")
    func readers() throws {
        var (repo, repository) = try FivePackageRepo.copy()
        repository.configuration.readBy = ["data/web/**": ["Web"], "data/*.json": ["Web"]]
        try repo.write("libs/Web/Tests/AcmeWebTests/New.swift", "let a = \"web/page\"")
        try repo.write("libs/Store/Tests/AcmeStoreTests/New.swift", "let a = \"cobweb/page\"")
        try repo.write("libs/Kit/Sources/AcmeKit/New.swift", "let a = \"web/page\"")
        #expect(try DataReaderCheck(repository).findings() == [])
        try repo.write("libs/App/Tests/AcmeAppTests/New.swift", "\nlet a = load(\"web/page\")")
        let findings = try DataReaderCheck(repository).findings().map(\.description)
        #expect(
            findings == [
                "libs/App/Tests/AcmeAppTests/New.swift:2: reads data of data/web/**, but App is not listed as a reader; "
                    + "add App to readBy in Scripts/repo.json"
            ]
        )
    }
}
