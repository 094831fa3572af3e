import SeekBasics

/// `repo release`: checks the version of a release and describes it. `Scripts/release` builds it.
enum ReleaseCommand {
    static let command = RepoCommand.Command(
        help: """
            usage: repo release check VERSION
                   repo release notes VERSION

            check  compares VERSION with the file that defines it, the files that mention it, the tag of this name, and the
                   changelogs
            notes  prints the release notes: the sections “Unreleased” and VERSION of the packages' changelogs; for the first
                   release, the introductions of the READMEs instead

            Exit status: 0 passed, 1 findings, 2 wrong usage.

            """,
        run: run
    )

    @Sendable private static func run(_ arguments: inout ToolArguments, _ context: RepoCommand.Context) throws -> Int32
    {
        let words = try arguments.operands(atMost: 2)
        guard let action = words.first, ["check", "notes"].contains(action) else {
            throw UsageError("release takes “check” or “notes”")
        }
        guard words.count == 2 else { throw UsageError("release \(action) needs a VERSION") }
        let check = try ReleaseCheck(version: words[1], root: context.root)
        guard action == "check" else {
            let notes = try ReleaseNotes(
                version: check.version,
                root: context.root,
                configuration: check.configuration
            )
            context.console.out(notes.markdown)
            return 0
        }
        let findings = try check.findings()
        findings.forEach { context.console.out("\($0)\n") }
        guard findings.isEmpty else { return 1 }
        context.console.note("repo release: \(check.version) is the version of the sources\n")
        return 0
    }
}
