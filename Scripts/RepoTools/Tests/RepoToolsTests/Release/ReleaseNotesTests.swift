import Testing

@testable import RepoTools

@Suite struct ReleaseNotesTests {
    @Test(
        "the entries are those of the sections Unreleased and of the version",
        arguments: [
            (
                "# Changelog\n\nRules.\n\n## Unreleased\n\n- A\n  of two lines\n\n## 0.9.0\n\n- Old\n",
                "- A\n  of two lines"
            ),
            ("## 1.0.0 (2026-11-23)\n- A\n\n## 0.9.0\n- Old\n", "- A"),
            ("## Unreleased\n\n- B\n\n## 1.0.0\n\n- A\n", "- B\n\n\n- A"),
            ("## 1.0.0-beta\n- A\n", ""), ("## Unreleased\n\n", ""), ("", ""),
        ]
    )
    func entries(changelog: String, expected: String) {
        #expect(ReleaseNotes.entries(of: "1.0.0", in: changelog) == expected)
    }

    @Test("packages with entries are listed by name, without those outside the root manifest")
    func markdown() throws {
        var (repo, repository) = try FivePackageRepo.copy()
        for name in ["Web", "Base", "Kit"] {
            try repo.write("libs/\(name)/CHANGELOG.md", "## Unreleased\n\n- \(name).\n")
        }
        try repo.write("libs/Store/CHANGELOG.md", "## Unreleased\n")
        repository.configuration.standalone = ["libs/Kit"]
        repository.configuration.release.name = "Acme"
        let notes = try ReleaseNotes(version: "1.0.0", root: repo.root, configuration: repository.configuration)
        #expect(notes.markdown == "# Acme 1.0.0\n\n## Base\n\n- Base.\n\n## Web\n\n- Web.\n")
    }
}
