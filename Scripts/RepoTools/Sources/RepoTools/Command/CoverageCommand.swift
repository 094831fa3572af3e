/// `repo coverage`: the reports once more, from the data of the last runs.
enum CoverageCommand {
    static let command = RepoCommand.Command(
        help: """
            usage: repo coverage

            Writes .build/reports/coverage (index.html, coverage.md, coverage.lcov, coverage.json) from what the last runs
            of “repo test” measured, and prints the Markdown summary.

            """,
        run: run
    )

    @Sendable private static func run(_ arguments: inout Arguments, _ context: RepoCommand.Context) throws -> Int32 {
        _ = try arguments.rest()
        let repository = try Repository.load(root: context.root)
        let reports = CoverageReports(store: ReportStore(root: context.root), root: context.root)
        let summary = try reports.write(for: repository)
        guard let summary else { throw RepoError("nothing was measured yet; run “repo test” first") }
        context.console.out(summary)
        return 0
    }
}
