import Testing

@testable import RepoTools

@Suite struct SampleCheckTests {
    @Test("only Swift code blocks are samples")
    func samples() {
        let text =
            "a\n```swift\nlet a = 1\n\n  b()\n```\n```\nno\n```\n```sh\n```\n```swift\n```\n```swift\nnever closed\n"
        let samples = SampleCheck.samples(of: text)
        #expect(samples.map(\.line) == [2, 12])
        #expect(samples.map(\.text) == ["let a = 1\n\n  b()", ""])
    }

    @Test("a sample must be part of a test, but may be formatted differently there")
    func packages() throws {
        let (repo, repository) = try FivePackageRepo.copy()
        try repo.write(
            "libs/Web/README.md",
            "```swift\nlet page = Page(1, 2)   // a page\nshow(page)\n```\n## Design notes\n"
        )
        let missing = try SampleCheck(repository).findings().map(\.description)
        #expect(missing.count == 1)
        #expect(missing.first?.hasPrefix("libs/Web/README.md:1: no test contains this sample") == true)
        let test = "func a() {\n    let page = Page(\n        1, 2)  // a page\n\n    show(page)\n}\n"
        try repo.write("libs/Web/Tests/AcmeWebTests/Readme.swift", test)
        #expect(try SampleCheck(repository).findings() == [])
    }

    @Test(
        "a sample of any README or article may be part of any package's tests",
        arguments: [
            "README.md", "libs/Web/README.md", "libs/Web/Sources/AcmeWeb/AcmeWeb.docc/Guide.md", "Guides.docc/A.md",
            "First.docc/First.md",
        ]
    )
    func otherPackage(file: String) throws {
        var (repo, repository) = try FivePackageRepo.copy()
        repository.configuration.documentation.catalogs = ["Guides.docc"]
        repository.configuration.documentation.firstPage = "First.docc"
        try repo.write(file, "text\n\n```swift\nrun()\n```\n")
        #expect(try SampleCheck(repository).findings().map(\.description).first?.hasPrefix("\(file):3: ") == true)
        try repo.write("libs/Store/Tests/AcmeStoreTests/Readme.swift", "func a() { run() }\n")
        #expect(try SampleCheck(repository).findings() == [])
    }

    @Test("a sample may be part of the sources that another step compiles")
    func otherSources() throws {
        var (repo, repository) = try FivePackageRepo.copy()
        try repo.write("README.md", "```swift\nrun()\n```\n")
        try repo.write("apps/Demo/Sources/Demo/Demo.swift", "run()\n")
        #expect(try SampleCheck(repository).findings().count == 1)
        repository.configuration.documentation.samples = ["apps"]
        #expect(try SampleCheck(repository).findings() == [])
    }
}
