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

    @Test(
        "the last line that matches a path determines its owners",
        arguments: [
            ("libs/Web/a/b.swift", "@web"), ("libs/Web", "@libs"), ("libs/Other/x", "@libs"),
            ("docs/deep/a.md", "@docs"),
            ("src/docs/a", "@docs"), ("x.css", "@style"), ("a/b/x.css", "@style"), ("build/logs/a", "@logs"),
            ("a/build/logs/x", nil), ("tools/a", "@tools"), ("tools/a/b", nil),
        ] as [(String, String?)]
    )
    func who(path: String, owner: String?) {
        let owners = CodeOwners(
            text: "libs/** @libs\n/libs/Web/ @web\ndocs/ @docs\n*.css @style\n/build/logs/ @logs\ntools/* @tools\n"
        )
        #expect(owners.rule(for: path)?.owners.first == owner)
    }

    @Test("owners who FOLDER: prints every line that applies to a file below the folder")
    func folders() throws {
        let repo = try FivePackageRepo.copy().repo
        let web = "libs/Web\t@acme/web\t.github/CODEOWNERS:5\n"
        for path in ["libs/Web", "libs/Web/", "\(repo.root)/libs/Web"] {
            let outcome = repo.run("owners", "who", path)
            #expect(outcome.out == web)
            #expect(outcome.status == 0)
        }
        #expect(repo.run("owners", "who", "libs/Web/Sources").out.hasPrefix("libs/Web/Sources\t@acme/web\t"))
        let all = repo.run("owners", "who", "libs")
        let lines = FivePackageRepo.packages.enumerated().map {
            "libs/\($1)/\t@acme/\($1.lowercased())\t.github/CODEOWNERS:\($0 + 1)\n"
        }
        #expect(all.out == lines.joined())
        #expect(all.status == 0)
    }

    @Test("owners who FOLDER: prints the files without an owner and exits with 1")
    func unowned() throws {
        let repo = try FivePackageRepo.copy().repo
        try repo.write("libs/loose.txt")
        let outcome = repo.run("owners", "who", "libs")
        #expect(outcome.out.contains("libs/App/\t@acme/app"))
        #expect(outcome.err == "repo owners: libs/loose.txt has no owner; add a line to .github/CODEOWNERS\n")
        #expect(outcome.status == 1)
    }

    @Test("owners who FOLDER: prints the line that would apply to the files of a folder that does not exist")
    func futureFolder() throws {
        let repo = try FivePackageRepo.copy().repo
        #expect(repo.run("owners", "who", "libs/Web/New/").out == "libs/Web/New\t@acme/web\t.github/CODEOWNERS:5\n")
    }

    @Test("owners who PATH: prints path, owners and line, or exits with 1 if the path has no owner")
    func command() throws {
        let repo = try FivePackageRepo.copy().repo
        let known = repo.run("owners", "who", "libs/Web/Package.swift")
        #expect(known.out == "libs/Web/Package.swift\t@acme/web\t.github/CODEOWNERS:5\n")
        #expect(known.status == 0)
        let unknown = repo.run("owners", "who", "\(repo.root)/top.txt")
        #expect(unknown.err == "repo owners: top.txt has no owner; add a line to .github/CODEOWNERS\n")
        #expect(unknown.status == 1)
        #expect(repo.run("owners").status == 0)
        #expect(repo.run("owners", "which").status == 2)
    }
}
