import Testing

@Suite struct ReleaseNotesTests {
    @Test(
        "the entries are those of the section “Unreleased” and the section of the version",
        arguments: [
            (
                "# Changelog\n\nRules.\n\n## Unreleased\n\n- A\n  of two lines\n\n## 0.9.0\n\n- Old\n",
                "- A\n  of two lines"
            ),
            ("## 1.0.0 (2026-11-23)\n- A\n\n## 0.9.0\n- Old\n", "- A"),
            ("## Unreleased\n\n- B\n\n## 1.0.0\n\n- A\n", "- B\n\n\n- A"),
            ("## 1.0.0 (unreleased)\n\nSearches.\n", "Searches."),
            ("## 1.0.0-beta\n- A\n", ""), ("## Unreleased\n\n", ""), ("", ""),
        ]
    )
    func entries(changelog: String, expected: String) throws {
        let repo = try FivePackageRepo.copy()
        try repo.addRule(Self.rule)
        // The notes of a later release list the entries.
        try repo.write("libs/Base/CHANGELOG.md", changelog)
        try repo.write("libs/Web/CHANGELOG.md", "## 0.9.0\n")
        let section = expected.isEmpty ? "" : "\n## Base\n\n\(expected)\n"
        #expect(repo.run("release", "notes", "1.0.0").out == "# Acme 1.0.0\n\(section)")
    }

    private static let rule = #""release": {"name": "Acme", "version": "README.md"}"#

    /// Returns the notes of version 1.0.0 of a repository in which three packages have changelogs with entries.
    ///
    /// - Parameter datedSection: The section of a released version, which ends the changelogs.
    private static func notes(datedSection: String = "") throws -> String {
        let repo = try FivePackageRepo.copy()
        try repo.addRule(rule + #", "standalone": ["libs/Kit"]"#)
        for name in ["Web", "Base", "Kit"] {
            try repo.write("libs/\(name)/CHANGELOG.md", "## Unreleased\n\n- Breaking: \(name).\n\(datedSection)")
            try repo.write("libs/\(name)/README.md", "# \(name)\n\nThe \(name),\nsmall.\n\nMore.\n\n## Use\n\nNo.\n")
        }
        try repo.write("README.md", "# Acme\n\nAcme finds.\n\n- **Fast:** at once.\n\n## Install\n\nNo.\n")
        try repo.write("libs/Store/CHANGELOG.md", "## Unreleased\n")
        return repo.run("release", "notes", "1.0.0").out
    }

    @Test("packages with entries are listed in alphabetical order, and standalone packages are omitted")
    func markdown() throws {
        let notes = try Self.notes(datedSection: "\n## 0.9.0\n\n- Old.\n")
        #expect(notes == "# Acme 1.0.0\n\n## Base\n\n- Breaking: Base.\n\n## Web\n\n- Breaking: Web.\n")
    }

    @Test("the notes of the first release describe what it offers, and list no changes")
    func first() throws {
        #expect(
            try Self.notes() == """
                # Acme 1.0.0

                The first release.

                Acme finds.

                - **Fast:** at once.

                ## Packages

                - **Base:** The Base,
                  small.
                - **Web:** The Web,
                  small.

                """
        )
    }

    @Test(
        "a section of the version itself, or of an unreleased one, does not count as an earlier version",
        arguments: ["\n## 1.0.0 (2026-11-23)\n", "\n## 0.9.0 (unreleased)\n"]
    )
    func dated(section: String) throws {
        #expect(try Self.notes(datedSection: section).contains("The first release."))
    }

    @Test(
        "the introduction of a README ends at its first section or code, and has no links into the repository",
        arguments: [
            ("![logo](a.svg)\n\n# A\n\nOne.\n\n## B\n", "One."), ("# A\n\nOne:\n\n```sh\na\n```\n\nTwo.\n", "One:"),
            ("# A\n\nOf [one](a.md) and [two](https://b.example).\n", "Of one and [two](https://b.example)."),
            ("# A\n\nOpeners\n  ([in an app](a.md#b), [an example](b.md)).\n", "Openers."), ("", ""),
        ]
    )
    func introduction(readme: String, expected: String) throws {
        let repo = try FivePackageRepo.copy()
        try repo.addRule(Self.rule)
        try repo.write("README.md", readme)
        let notes = repo.run("release", "notes", "1.0.0").out
        #expect(notes == "# Acme 1.0.0\n\nThe first release.\n\n\(expected)\n\n## Packages\n\n")
    }
}
