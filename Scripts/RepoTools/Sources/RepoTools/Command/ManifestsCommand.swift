/// `repo manifests`: compares the root manifest with those of the packages, and corrects differences.
enum ManifestsCommand {
    static let command = RepoCommand.Command(
        help: """
            usage: repo manifests [--fix]

            Holds the root manifest against the packages' own, as “repo check manifests” does. --fix writes the difference:
            targets, paths, dependencies, products and settings into the root, platforms and tools version into the
            packages; each change is kept only if it mends what it was made for, and formatted by “swift format”.

            Exit status: 0 they are in step (now), 1 something is left, 2 wrong usage.

            """,
        run: run
    )

    @Sendable private static func run(_ arguments: inout Arguments, _ context: RepoCommand.Context) throws -> Int32 {
        let fixes = arguments.flag("--fix")
        _ = try arguments.rest()
        guard fixes else {
            var check = Arguments(["manifests"])
            return try CheckCommand.command.run(&check, context)
        }
        let result = try ManifestsFix(root: context.root, loader: .standard(root: context.root), format: format).run()
        result.mended.forEach { context.console.note("mended: \($0)\n") }
        result.left.forEach { context.console.out("\($0)\n") }
        context.console.note("repo manifests: \(result.mended.count) mended, \(result.left.count) left\n")
        return result.left.isEmpty ? 0 : 1
    }

    /// A failure is ignored: the text is valid without formatting.
    @Sendable static func format(_ files: [String]) {
        guard !files.isEmpty else { return }
        _ = try? Subprocess.run(["swift", "format", "--in-place"] + files)
    }
}

extension ManifestLoader {
    /// The loader with the cache of the working copy.
    static func standard(root: String) -> ManifestLoader {
        ManifestLoader(cacheFolder: "\(root)/\(Repository.buildFolder)/repo-tools/manifests")
    }
}
