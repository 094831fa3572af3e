import Testing

@testable import RepoTools

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
    func entries(changelog: String, expected: String) {
        #expect(ReleaseNotes.entries(of: "1.0.0", in: changelog) == expected)
    }

    /// Returns the notes of version 1.0.0 of a repository in which three packages have changelogs with entries.
    ///
    /// - Parameter datedSection: The section of a released version, which ends the changelogs.
    private static func notes(datedSection: String = "") throws -> ReleaseNotes {
        var (files, repository) = try FivePackageRepo.copy()
        for name in ["Web", "Base", "Kit"] {
            try files.write("libs/\(name)/CHANGELOG.md", "## Unreleased\n\n- Breaking: \(name).\n\(datedSection)")
            try files.write("libs/\(name)/README.md", "# \(name)\n\nThe \(name),\nsmall.\n\nMore.\n\n## Use\n\nNo.\n")
        }
        try files.write("README.md", "# Acme\n\nAcme finds.\n\n- **Fast:** at once.\n\n## Install\n\nNo.\n")
        try files.write("libs/Store/CHANGELOG.md", "## Unreleased\n")
        repository.configuration.standalone = ["libs/Kit"]
        repository.configuration.release.name = "Acme"
        return try ReleaseNotes(version: "1.0.0", root: files.root, configuration: repository.configuration)
    }

    @Test("packages with entries are listed in alphabetical order, and standalone packages are omitted")
    func markdown() throws {
        let notes = try Self.notes(datedSection: "\n## 0.9.0\n\n- Old.\n")
        #expect(notes.markdown == "# Acme 1.0.0\n\n## Base\n\n- Breaking: Base.\n\n## Web\n\n- Breaking: Web.\n")
    }

    @Test("the notes of the first release describe what it offers, and list no changes")
    func first() throws {
        #expect(
            try Self.notes().markdown == """
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
        #expect(try Self.notes(datedSection: section).introduction != nil)
    }

    @Test(
        "the introduction of a README ends at its first section or code, and has no links into the repository",
        arguments: [
            ("![logo](a.svg)\n\n# A\n\nOne.\n\n## B\n", "One."), ("# A\n\nOne:\n\n```sh\na\n```\n\nTwo.\n", "One:"),
            ("# A\n\nOf [one](a.md) and [two](https://b.example).\n", "Of one and [two](https://b.example)."),
            ("# A\n\nOpeners\n  ([in an app](a.md#b), [an example](b.md)).\n", "Openers."), ("", ""),
        ]
    )
    func introduction(readme: String, expected: String) {
        #expect(ReleaseNotes.introduction(of: readme) == expected)
    }
}
