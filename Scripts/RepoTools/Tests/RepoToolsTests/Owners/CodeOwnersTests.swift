import Testing

@testable import RepoTools

@Suite struct CodeOwnersTests {
    @Test("comments and blank lines are ignored")
    func parsing() {
        let owners = CodeOwners(text: "# all\n\n/libs/A/  @x/a @x/b # both\n\t/libs/B @x/b\n/libs/C/\n")
        #expect(
            owners.rules == [
                CodeOwners.Rule(pattern: "/libs/A/", owners: ["@x/a", "@x/b"], line: 3),
                CodeOwners.Rule(pattern: "/libs/B", owners: ["@x/b"], line: 4),
                CodeOwners.Rule(pattern: "/libs/C/", owners: [], line: 5),
            ]
        )
    }

    private static let complete = FivePackageRepo.packages.map { "/libs/\($0)/ @acme/team\n" }.joined()

    @Test(
        "each kind of invalid line is a finding; complete owners have none",
        arguments: [
            ("", []),
            ("* @acme/all\n", [".github/CODEOWNERS:6: “*” owns everything"]),
            ("/** @acme/all\n", [".github/CODEOWNERS:6: “/**” owns everything"]),
            ("/libs/Gone/ @acme/team\n", [".github/CODEOWNERS:6: there is nothing at /libs/Gone/"]),
            ("/data/\n", [".github/CODEOWNERS:6: /data/ has no owner"]),
        ]
    )
    func findings(line: String, expected: [String]) throws {
        let repository = try FivePackageRepo.copy().repository
        let findings = CodeOwners(text: Self.complete + line).findings(in: repository).map(\.description)
        #expect(findings.count == expected.count)
        for (finding, start) in zip(findings, expected) { #expect(finding.hasPrefix(start)) }
    }

    @Test("only a standalone package may be covered by the line of its parent folder")
    func everyPackage() throws {
        var repository = try FivePackageRepo.copy().repository
        let withoutKit = Self.complete.replacing("/libs/Kit/ @acme/team\n", with: "/libs/ @acme/team\n")
        let findings = CodeOwners(text: withoutKit).findings(in: repository)
        #expect(findings.map(\.message) == ["no line names libs/Kit/; add “/libs/Kit/ @organization/team”"])
        repository.configuration.standalone = ["libs/Kit"]
        #expect(CodeOwners(text: withoutKit).findings(in: repository) == [])
    }
}
