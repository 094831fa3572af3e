import Testing

@testable import RepoTools

@Suite struct NewPackageTests {
    @Test("a new package follows the conventions of its repository and passes every check")
    func passes() throws {
        let repo = try FivePackageRepo.copy().repo
        #expect(repo.run("check").out == "")
        let outcome = repo.run("new-package", "Rank", "--uses", "Base,Store")
        #expect(outcome.status == 0, "\(outcome.out)\(outcome.err)")
        #expect(outcome.err.contains("created libs/Rank with the module AcmeRank"))
        #expect(repo.run("check").out == "")
        #expect(try Files.text("\(repo.root)/.github/CODEOWNERS").contains("/libs/Rank/ @acme/rank\n/libs/Store/"))
        let manifest = try Files.text("\(repo.root)/libs/Rank/Package.swift")
        #expect(manifest.contains(".package(path: \"../Store\")"))
        #expect(manifest.contains("ExistentialAny"))
        #expect(try Files.text("\(repo.root)/Package.swift").contains("name: \"AcmeRankTests\""))
        #expect(try Files.text("\(repo.root)/libs/Rank/NOTICE") == "Acme\n")
        let documentation = try Files.text("\(repo.root)/libs/Rank/Sources/AcmeRank/AcmeRank.docc/AcmeRank.md")
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
        let repo = try FivePackageRepo.copy().repo
        let outcome = repo.run(["new-package"] + arguments)
        #expect(outcome.status == 2)
        #expect(outcome.err.contains(expected))
        #expect(try repo.git("status", "--porcelain") == "")
    }

    @Test(
        "rules in any format receive an entry for the new package",
        arguments: [
            (#"{"mayImport": {"A": []}}"#, #"{"mayImport": { "N": ["B", "C"],"A": []}}"#),
            (#"{"mayImport": {}}"#, #"{"mayImport": { "N": ["B", "C"]}}"#),
            ("{\"mayImport\": {\n    \"A\": []}}", "{\"mayImport\": {\n    \"N\": [\"B\", \"C\"],\n    \"A\": []}}"),
            (#"{"packages": []}"#, "{\n  \"mayImport\": { \"N\": [\"B\", \"C\"] },\"packages\": []}"),
        ]
    )
    func rules(old: String, new: String) throws {
        let repository = try FivePackageRepo.copy().repository
        let package = NewPackage(name: "N", uses: ["C", "B"], owner: nil, repository: repository)
        #expect(package.rulesText(old) == new)
    }

    @Test("the first page of the documentation lists the new module")
    func firstPage() throws {
        var repository = try FivePackageRepo.copy().repository
        repository.configuration.documentation.firstPage = "Guides/First.docc"
        let package = NewPackage(name: "Rank", uses: [], owner: nil, repository: repository)
        #expect(package.firstPage == "Guides/First.docc/First.md")
        #expect(package.firstPageText("### Modules\n\n- <doc:/AcmeWeb>\n").hasSuffix("AcmeWeb>\n- <doc:/AcmeRank>\n"))
    }
}
