import Testing

@testable import RepoTools

@Suite struct RepoConfigurationTests {
    @Test("omitted rules have defaults")
    func defaults() throws {
        let repo = try TempRepo()
        try repo.write("Scripts/repo.json", #"{"packages": ["libs/*"], "coverage": {}}"#)
        let rules = try RepoConfiguration.load(root: repo.root)
        #expect(rules == RepoConfiguration(packages: ["libs/*"]))
        #expect(rules.threshold(of: "Any") == 80)
    }

    @Test("omitted members of a rule have defaults")
    func partialRule() throws {
        let rules = try RepoConfiguration.parse(
            #"{"packages": [], "rootManifest": {"name": "All"}, "sanitize": {"packages": ["A"]}}"#
        )
        #expect(rules.rootManifest == RepoConfiguration.RootManifest(name: "All"))
        #expect(rules.sanitize == RepoConfiguration.Sanitize(packages: ["A"]))
    }

    @Test(
        "rules that cannot be read, or contain an unknown member, are an error that names the file",
        arguments: [
            (#"{"packages": [], "mayImprot": {}}"#, "there is no rule “mayImprot”"),
            (#"{"packages": [], "coverage": {"treshold": 90}}"#, "“coverage” has no member “treshold”"),
            (#"{"packages": [], "mayImport": []}"#, "is not valid"),
            (#"{"mayImport": {}}"#, "is not valid"),
            (#"{"packages": "#, "is not valid"),
            (nil, "cannot read"),
        ]
    )
    func broken(text: String?, expected: String) throws {
        let repo = try TempRepo()
        if let text { try repo.write("Scripts/repo.json", text) }
        let error = #expect(throws: RepoError.self) { try RepoConfiguration.load(root: repo.root) }
        #expect(error?.message.contains(expected) == true)
        #expect(error?.message.contains("Scripts/repo.json") == true)
    }
}
