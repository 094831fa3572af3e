import SeekBasics
import Testing

@Suite struct NewPackageTests {
    @Test("a new package follows the conventions of its repository and passes every check")
    func passes() throws {
        let repo = try FivePackageRepo.copy()
        #expect(repo.run("check").out == "")
        let outcome = repo.run("new-package", "Rank", "--uses", "Base,Store")
        #expect(outcome.status == 0, "\(outcome.out)\(outcome.err)")
        #expect(outcome.err.contains("created libs/Rank with the module AcmeRank"))
        #expect(repo.run("check").out == "")
        #expect(try repo.text(".github/CODEOWNERS").contains("/libs/Rank/ @acme/rank\n/libs/Store/"))
        let manifest = try repo.text("libs/Rank/Package.swift")
        #expect(manifest.contains(".package(path: \"../Store\")"))
        #expect(manifest.contains("ExistentialAny"))
        #expect(try repo.text("Package.swift").contains("name: \"AcmeRankTests\""))
        #expect(try repo.text("libs/Rank/NOTICE") == "Acme\n")
        let documentation = try repo.text("libs/Rank/Sources/AcmeRank/AcmeRank.docc/AcmeRank.md")
        #expect(documentation.contains("- ``Rank``"))
    }

    @Test(
        "an invalid package is rejected and nothing is written",
        arguments: [
            (["9x"], "letters and digits"), (["web"], "a package named web already exists"),
            (["Rank", "--uses", "Missing"], "there is no package “Missing”"), ([], "needs a NAME"),
            (["Rank", "--uses", "Kit"], "only tests may use Kit"),
        ]
    )
    func rejected(arguments: [String], expected: String) throws {
        let repo = try FivePackageRepo.copy()
        let outcome = repo.run(["new-package"] + arguments)
        #expect(outcome.status == 2)
        #expect(outcome.err.contains(expected))
        #expect(try repo.git("status", "--porcelain") == "")
    }

    @Test(
        "rules in any format receive an entry for the new package",
        arguments: [
            #"{"packages": ["libs/*"], "mayImport": {"A": []}}"#, #"{"packages": ["libs/*"], "mayImport": {}}"#,
            "{\"mayImport\": {\n    \"A\": []},\n \"packages\": [\"libs/*\"]}", #"{"packages": ["libs/*"]}"#,
        ]
    )
    func rules(old: String) throws {
        let repo = try FivePackageRepo.copy()
        repo.remove("Package.swift")
        try repo.write("Scripts/repo.json", old)
        let outcome = repo.run("new-package", "Rank", "--uses", "Web,Store")
        #expect(outcome.err.contains("created libs/Rank"), "\(outcome)")
        let rules = try decode(JSONValue.self, repo.text("Scripts/repo.json"))
        #expect(rules["mayImport"]["Rank"] == ["Store", "Web"])
        #expect(rules["mayImport"]["A"] == (old.contains("A") ? [] : .null))
        #expect(rules["packages"] == ["libs/*"])
    }

    @Test("the first page of the documentation lists the new module")
    func firstPage() throws {
        let repo = try FivePackageRepo.copy()
        try repo.addRule(#""documentation": {"firstPage": "libs/First.docc"}"#)
        try repo.write("libs/First.docc/First.md", "### Modules\n\n- <doc:/AcmeWeb>\n")
        _ = repo.run("new-package", "Rank")
        #expect(try repo.text("libs/First.docc/First.md").hasSuffix("AcmeWeb>\n- <doc:/AcmeRank>\n"))
    }
}
