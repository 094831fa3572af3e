import SeekBasics

/// `repo manifests`: compares the root manifest with the packages, and generates it.
enum ManifestsCommand {
    static let command = RepoCommand.Command(
        help: """
            usage: repo manifests [--write]

            Compares the root manifest with the one that is generated from the manifests of the packages, like “repo check
            manifests”; --write writes it. “rootManifest” in Scripts/repo.json contains its name and the products of packages
            that it omits.

            Exit status: 0 no differences, or written, 1 differences, 2 wrong usage.

            """,
        run: run
    )

    @Sendable private static func run(_ arguments: inout ToolArguments, _ context: RepoCommand.Context) throws -> Int32
    {
        let writes = arguments.flag("--write")
        try arguments.finish()
        guard writes else { return try CheckCommand.run(context, areas: [.manifests]) }
        guard let manifest = RootManifest(try Repository.load(root: context.root)) else {
            throw RepoError("no root manifest is generated; set “rootManifest” in \(RepoConfiguration.file)")
        }
        let note = try manifest.write() ? "wrote \(RootManifest.file)" : "\(RootManifest.file) is already current"
        context.console.note("repo manifests: \(note)\n")
        return 0
    }

    /// Formats files. A failure is ignored, because the text is valid without formatting.
    @Sendable static func format(_ files: [String]) {
        guard !files.isEmpty else { return }
        _ = try? ChildProcess.run(["swift", "format", "--in-place"] + files)
    }
}
