import Testing

@Suite struct DataReaderCheckTests {
    private static func repo(_ readBy: String) throws -> TempRepo {
        let repo = try FivePackageRepo.copy()
        try repo.replace(#"{ "data/web.json": ["Web"] }"#, with: readBy, in: "Scripts/repo.json")
        return repo
    }

    @Test("only a test that reads data without being listed is found")
    func readers() throws {
        let repo = try Self.repo(#"{"data/web/**": ["Web"], "data/*.json": ["Web"]}"#)
        try repo.write("libs/Web/Tests/AcmeWebTests/New.swift", "let a = \"web/page\"")
        try repo.write("libs/Store/Tests/AcmeStoreTests/New.swift", "let a = \"cobweb/page\"")
        try repo.write("libs/Kit/Sources/AcmeKit/New.swift", "let a = \"web/page\"")
        #expect(repo.findings(of: "boundaries") == [])
        try repo.write("libs/App/Tests/AcmeAppTests/New.swift", "\nlet a = load(\"web/page\")")
        let findings = repo.findings(of: "boundaries")
        #expect(
            findings == [
                "libs/App/Tests/AcmeAppTests/New.swift:2: reads data of data/web/**, but App is not listed as a reader; "
                    + "add App to readBy in Scripts/repo.json"
            ]
        )
    }

    @Test(
        "a test that names a file without being listed as a reader of any file with this name is found",
        arguments: [
            (#"load("guide.md")"#, "**/guide.md or libs/Web/guide.md"),
            (#"load("\(folder)/guide.md")"#, "**/guide.md or libs/Web/guide.md"),
            (#"load("\(root)/libs/Web/guide.md")"#, "libs/Web/guide.md"),
            (#"load("Web/guide.md")"#, "libs/Web/guide.md"),
            (#"load("notes.md")"#, "notes.md"), (#"load("other/guide.md")"#, nil), (#"load("my-guide.md")"#, nil),
            (#"load("guide.md.bak")"#, nil), (#"load("x.json")"#, nil),
        ]
    )
    func files(line: String, pattern: String?) throws {
        let repo = try Self.repo(
            #"{"**/guide.md": ["Store"], "libs/Web/guide.md": ["Web"], "notes.md": ["Web"], "data/*.json": ["Web"]}"#
        )
        try repo.write("libs/App/Tests/AcmeAppTests/New.swift", line)
        // Which of the files with this name a test reads is not known, so a listed reader of any of them is not found.
        try repo.write("libs/Store/Tests/AcmeStoreTests/New.swift", "load(\"guide.md\")")
        let expected = pattern.map {
            "libs/App/Tests/AcmeAppTests/New.swift:1: reads data of \($0), but App is not listed as a reader; "
                + "add App to readBy in Scripts/repo.json"
        }
        #expect(repo.findings(of: "boundaries") == [expected].compactMap(\.self))
    }
}
