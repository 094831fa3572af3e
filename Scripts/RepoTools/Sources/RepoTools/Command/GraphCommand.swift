/// `repo graph`: prints or draws the packages and their dependencies.
enum GraphCommand {
    static let command = RepoCommand.Command(
        help: """
            usage: repo graph [--format mermaid|svg] [--write]

            Prints the package graph. An arrow means “depends on”. Dependencies that follow from others, those of tests, and
            packages outside the root manifest are omitted. --write updates README.md, between <!-- graph --> and
            <!-- /graph -->, and the SVG file that “graphImage” in Scripts/repo.json names, instead of printing.
            “repo check graph” reports an outdated graph.

            """,
        run: run
    )

    @Sendable private static func run(_ arguments: inout Arguments, _ context: RepoCommand.Context) throws -> Int32 {
        let format = try arguments.value("--format") ?? "mermaid"
        let writes = arguments.flag("--write")
        try arguments.finish()
        guard ["mermaid", "svg"].contains(format) else {
            throw UsageError("there is no format “\(format)”; the formats are mermaid, svg")
        }
        let repository = try Repository.load(root: context.root)
        if writes {
            let check = GraphCheck(repository)
            let files = try check.write()
            let note = check.hasOutputs ? "already current" : "nothing to write; \(GraphCheck.advice)"
            context.console.note("repo graph: \(files.isEmpty ? note : "wrote " + files.joined(separator: ", "))\n")
        } else {
            let drawing = GraphDrawing(repository)
            context.console.out(format == "svg" ? drawing.svg : drawing.mermaid)
        }
        return 0
    }
}
