import SeekBasics

/// `repo coverage`: rewrites the reports from the data of the last runs.
enum CoverageCommand {
    static let command = RepoCommand.Command(
        help: """
            usage: repo coverage

            Writes .build/reports/coverage (index.html, coverage.md, coverage.json) from the results of the last runs of “repo
            test”, and prints the Markdown summary.

            """,
        run: run
    )

    @Sendable private static func run(_ arguments: inout ToolArguments, _ context: RepoCommand.Context) throws -> Int32
    {
        try arguments.finish()
        let repository = try Repository.load(root: context.root)
        guard let summary = try CoverageReports(repository).write() else {
            throw RepoError("nothing was measured yet; run “repo test” first")
        }
        context.console.out(summary)
        return 0
    }
}
