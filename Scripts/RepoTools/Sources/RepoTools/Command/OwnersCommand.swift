import SeekBasics

/// `repo owners`: prints the owners of packages and paths.
enum OwnersCommand {
    static let command = RepoCommand.Command(
        help: """
            usage: repo owners [who PATH…]

            Without arguments, compares .github/CODEOWNERS with the packages, like “repo check owners”. “who” prints the
            owners of each path and the line that assigns them: path, owners, line. Paths are relative to the root and need
            not exist. For a folder whose files have different owners, every line that applies is printed.

            Exit status: 0 no findings, or every path has an owner, 1 findings, or a path has none, 2 wrong usage.

            """,
        run: run
    )

    @Sendable private static func run(_ arguments: inout ToolArguments, _ context: RepoCommand.Context) throws -> Int32
    {
        let words = try arguments.operands()
        guard let verb = words.first else {
            return try CheckCommand.run(context, areas: [.owners])
        }
        guard verb == "who", words.count > 1 else { throw UsageError("owners takes “who PATH…”") }
        guard let text = try? Files.text("\(context.root)/\(CodeOwners.file)") else {
            throw RepoError("\(CodeOwners.file) is missing; add a line per package")
        }
        let owners = CodeOwners(text: text)
        var status: Int32 = 0
        for word in words.dropFirst() {
            let full = Files.absolute(word, from: context.root)
            let path = full.hasPrefix(context.root + "/") ? String(full.dropFirst(context.root.count + 1)) : word
            let isFolder = word.hasSuffix("/") || Files.isFolder(full)
            let files = isFolder ? try files(in: full, root: context.root) : [path]
            // An empty folder has the owner of the files that it would contain.
            let ownership = owners.ownership(of: files.isEmpty ? ["\(path)/file"] : files)
            for rule in ownership.rules {
                let name = ownership.rules.count == 1 ? path : String(rule.pattern.drop { $0 == "/" })
                context.console.out("\(name)\t\(rule.owners.joined(separator: " "))\t\(CodeOwners.file):\(rule.line)\n")
            }
            for file in ownership.unowned {
                let file = files.isEmpty ? path : file
                context.console.note("repo owners: \(file) has no owner; add a line to \(CodeOwners.file)\n")
                status = 1
            }
        }
        return status
    }

    /// Returns the files below a folder that are tracked, or untracked and not ignored.
    private static func files(in folder: String, root: String) throws(RepoError) -> [String] {
        try Git(folder: root).files().filter { "\(root)/\($0)".hasPrefix(folder + "/") }.sorted()
    }
}
