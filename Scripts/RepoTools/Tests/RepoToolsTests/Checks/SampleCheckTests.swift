import Testing

@Suite struct SampleCheckTests {
    @Test("only Swift code blocks that are closed and not empty are samples")
    func samples() throws {
        let repo = try FivePackageRepo.copy()
        let text =
            "a\n```swift\nlet a = 1\n\n  b()\n```\n```\nno\n```\n```sh\n```\n```swift\n```\n```swift\nnever closed\n"
        try repo.write("README.md", text)
        #expect(repo.findings(of: "samples").map { $0.prefix(12) } == ["README.md:2:"])
    }

    @Test("a sample must be part of a test, but may be formatted differently there")
    func packages() throws {
        let repo = try FivePackageRepo.copy()
        try repo.write(
            "libs/Web/README.md",
            "```swift\nlet page = Page(1, 2)   // a page\nshow(page)\n```\n## Design notes\n"
        )
        let missing = repo.findings(of: "samples")
        #expect(missing.count == 1)
        #expect(missing.first?.hasPrefix("libs/Web/README.md:1: no test contains this sample") == true)
        let test = "func a() {\n    let page = Page(\n        1, 2)  // a page\n\n    show(page)\n}\n"
        try repo.write("libs/Web/Tests/AcmeWebTests/Readme.swift", test)
        #expect(repo.findings(of: "samples") == [])
    }

    @Test(
        "a sample of any README or article may be part of any package's tests",
        arguments: [
            "README.md", "libs/Web/README.md", "libs/Web/Sources/AcmeWeb/AcmeWeb.docc/Guide.md", "Guides.docc/A.md",
            "First.docc/First.md",
        ]
    )
    func otherPackage(file: String) throws {
        let repo = try FivePackageRepo.copy()
        try repo.addRule(#""documentation": {"catalogs": ["Guides.docc"], "firstPage": "First.docc"}"#)
        try repo.write(file, "text\n\n```swift\nrun()\n```\n")
        #expect(repo.findings(of: "samples").first?.hasPrefix("\(file):3: ") == true)
        try repo.write("libs/Store/Tests/AcmeStoreTests/Readme.swift", "func a() { run() }\n")
        #expect(repo.findings(of: "samples") == [])
    }

    @Test("a sample may be part of the sources that another step compiles")
    func otherSources() throws {
        let repo = try FivePackageRepo.copy()
        try repo.write("README.md", "```swift\nrun()\n```\n")
        try repo.write("apps/Demo/Sources/Demo/Demo.swift", "run()\n")
        #expect(repo.findings(of: "samples").count == 1)
        try repo.addRule(#""documentation": {"samples": ["apps"]}"#)
        #expect(repo.findings(of: "samples") == [])
    }
}
