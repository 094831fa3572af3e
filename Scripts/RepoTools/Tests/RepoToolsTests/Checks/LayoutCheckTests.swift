import Testing

@Suite struct LayoutCheckTests {
    @Test(
        "each deviation from the rules is found",
        arguments: [
            ("NOTES.md", "x", "NOTES.md:1: the root contains exactly"),
            ("tools/a.txt", "x", "tools:1: the root contains exactly"),
            ("libs/New/Sources/a.swift", "", "libs/New:1: has no Package.swift"),
            ("data/WEB.json", "", "data/WEB.json:1: differs from data/web.json only in case"),
            (
                "libs/Web/README.md", "# Web\n\n## Use\n",
                "libs/Web/README.md:3: the last section must be “## Design notes”; add it"
            ),
            (
                "libs/Web/README.md", "## Design notes\n```\n## no heading\n```\n## Use\n",
                "libs/Web/README.md:5: the last section must be “## Design notes”; move it to the end"
            ),
            ("libs/Web/NOTICE", "Other\n", "libs/Web/NOTICE:1: differs from libs/App/NOTICE; make both the same"),
            ("libs/Web/README.md", "```\n## Design notes\n```\n", "libs/Web/README.md:1: the last section"),
        ]
    )
    func deviation(path: String, text: String, finding: String) throws {
        let repo = try FivePackageRepo.copy()
        try repo.write(path, text)
        let findings = repo.findings(of: "layout")
        #expect(findings.count == 1)
        #expect(findings.first?.hasPrefix(finding) == true, "\(findings)")
    }

    @Test(
        "missing files and folders are found",
        arguments: [
            ("data", "data:1: is missing; the root"),
            ("libs/Web/README.md", "libs/Web/README.md:1: is missing; write what"),
            ("libs/Web/Tests", "libs/Web/Tests:1: is missing; add the folder"),
            ("libs/Web/NOTICE", "libs/Web/NOTICE:1: is missing; run: cp libs/App/NOTICE libs/Web/NOTICE"),
            ("libs/App/NOTICE", "libs/App/NOTICE:1: is missing; run: cp libs/Base/NOTICE libs/App/NOTICE"),
        ]
    )
    func missing(path: String, finding: String) throws {
        let repo = try FivePackageRepo.copy()
        repo.remove(path)
        let findings = repo.findings(of: "layout")
        #expect(findings.count == 1)
        #expect(findings.first?.hasPrefix(finding) == true, "\(findings)")
    }

    @Test("ignored and hidden files at the root are not findings; without the rule topLevel, none are")
    func ignored() throws {
        let repo = try FivePackageRepo.copy()
        try repo.write(".build/x")
        try repo.write(".editorconfig")
        #expect(repo.findings(of: "layout") == [])
        try repo.write("NOTES.md")
        let rule = #""topLevel": ["Package.swift", "README.md", "Scripts", "data", "libs"],"#
        try repo.replace(rule, with: "", in: "Scripts/repo.json")
        #expect(repo.findings(of: "layout") == [])
    }

    @Test("a shared file that no package contains is found")
    func noSharedFile() throws {
        let repo = try FivePackageRepo.copy()
        try repo.replace("[\"NOTICE\"]", with: "[\"COPYING\"]", in: "Scripts/repo.json")
        #expect(repo.findings(of: "layout") == ["COPYING:1: no package contains it; add it to every package"])
    }

    @Test("a target without its folder is reported with the line of its declaration")
    func missingFolder() throws {
        let repo = try FivePackageRepo.copy()
        repo.remove("libs/Web/Sources/AcmeWeb")
        let message = "the target AcmeWeb has no folder libs/Web/Sources/AcmeWeb; add it or correct the path"
        #expect(repo.findings(of: "layout") == ["libs/Web/Package.swift:13: \(message)"])
    }
}
