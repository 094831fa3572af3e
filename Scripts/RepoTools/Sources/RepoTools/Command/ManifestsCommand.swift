/// `repo manifests`: compares the root manifest with those of the packages, and corrects differences.
enum ManifestsCommand {
    static let command = RepoCommand.Command(
        help: """
            usage: repo manifests [--fix]

            Compares the root manifest with those of the packages, like “repo check manifests”. --fix corrects differences:
            targets, paths, dependencies and products in the root manifest; platforms and tools version in the packages;
            settings in either. A change that does not remove its finding is undone. Changed files are formatted by
            “swift format”.

            Exit status: 0 no differences, or all corrected, 1 differences, 2 wrong usage.

            """,
        run: run
    )

    @Sendable private static func run(_ arguments: inout Arguments, _ context: RepoCommand.Context) throws -> Int32 {
        let fixes = arguments.flag("--fix")
        try arguments.finish()
        guard fixes else {
            return try CheckCommand.run(context, areas: [.manifests])
        }
        let result = try ManifestFixer(root: context.root, loader: .standard(root: context.root), format: format).run()
        result.corrected.forEach { context.console.note("corrected: \($0)\n") }
        result.remaining.forEach { context.console.out("\($0)\n") }
        context.console.note(
            "repo manifests: \(result.corrected.count) corrected, \(result.remaining.count) remaining\n"
        )
        return result.remaining.isEmpty ? 0 : 1
    }

    /// Formats files. A failure is ignored, because the text is valid without formatting.
    @Sendable static func format(_ files: [String]) {
        guard !files.isEmpty else { return }
        _ = try? Subprocess.run(["swift", "format", "--in-place"] + files)
    }
}
