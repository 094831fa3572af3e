import SeekBasics

/// `repo graph`: prints or draws the packages and their dependencies.
enum GraphCommand {
    static let command = RepoCommand.Command(
        help: """
            usage: repo graph [--write]

            Prints the package graph for Mermaid. An arrow means “depends on”. Dependencies that follow from others, those of tests, and
            packages outside the root manifest are omitted. --write updates README.md, between <!-- graph --> and
            <!-- /graph -->, instead of printing. “repo check graph” reports an outdated graph.

            """,
        run: run
    )

    @Sendable private static func run(_ arguments: inout ToolArguments, _ context: RepoCommand.Context) throws -> Int32
    {
        let writes = arguments.flag("--write")
        try arguments.finish()
        let repository = try Repository.load(root: context.root)
        if writes {
            let check = GraphCheck(repository)
            let note = check.hasOutput ? "already current" : "nothing to write; \(GraphCheck.advice)"
            context.console.note("repo graph: \(try check.write() ? "wrote \(GraphCheck.file)" : note)\n")
        } else {
            context.console.out(GraphDrawing(repository).mermaid)
        }
        return 0
    }
}
