import SeekBasics

/// `repo coverage`: rewrites the reports from the data of the last runs.
enum CoverageCommand {
    static let command = RepoCommand.Command(
        help: """
            usage: repo coverage [--base FILE]

            Writes .build/reports/coverage (index.html, coverage.md, coverage.lcov, coverage.json) from the results of the
            last runs of “repo test”, and prints the Markdown summary. With --base, the coverage.json of another run, the
            summary contains the difference.

            """,
        run: run
    )

    @Sendable private static func run(_ arguments: inout ToolArguments, _ context: RepoCommand.Context) throws -> Int32
    {
        let base = try arguments.value("--base")
        try arguments.finish()
        let rows = try base.map { try CoverageReports.rows(of: Files.text(Files.absolute($0, from: context.root))) }
        let repository = try Repository.load(root: context.root)
        guard let summary = try CoverageReports(repository).write(base: rows) else {
            throw RepoError("nothing was measured yet; run “repo test” first")
        }
        context.console.out(summary)
        return 0
    }
}
