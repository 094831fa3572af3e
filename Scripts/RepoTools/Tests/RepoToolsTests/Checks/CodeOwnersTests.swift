import Testing

@Suite struct CodeOwnersTests {
    private static let complete = FivePackageRepo.packages.map { "/libs/\($0)/ @acme/team\n" }.joined()

    private static func findings(_ owners: String, in repo: TempRepo) throws -> [String] {
        try repo.write(".github/CODEOWNERS", owners)
        return repo.findings(of: "owners")
    }

    @Test(
        "each kind of invalid line is a finding; complete owners, comments and blank lines are none",
        arguments: [
            ("", []), ("# all\n\n\t/data/  @x/a @x/b # both\n", []),
            ("* @acme/all\n", [".github/CODEOWNERS:6: “*” owns everything"]),
            ("/** @acme/all\n", [".github/CODEOWNERS:6: “/**” owns everything"]),
            ("# all\n/libs/Gone/ @acme/team\n", [".github/CODEOWNERS:7: there is nothing at /libs/Gone/"]),
            ("/data/ # no one\n", [".github/CODEOWNERS:6: /data/ has no owner"]),
        ]
    )
    func findings(lines: String, expected: [String]) throws {
        let findings = try Self.findings(Self.complete + lines, in: FivePackageRepo.copy())
        #expect(findings.count == expected.count)
        for (finding, start) in zip(findings, expected) { #expect(finding.hasPrefix(start)) }
    }

    @Test("only a standalone package may be covered by the line of its parent folder")
    func everyPackage() throws {
        let repo = try FivePackageRepo.copy()
        let withoutKit = Self.complete.replacing("/libs/Kit/ @acme/team\n", with: "/libs/ @acme/team\n")
        let expected = ".github/CODEOWNERS:1: no line names libs/Kit/; add “/libs/Kit/ @organization/team”"
        #expect(try Self.findings(withoutKit, in: repo) == [expected])
        try repo.addRule(#""standalone": ["libs/Kit"]"#)
        #expect(try Self.findings(withoutKit, in: repo) == [])
    }
}
