import SeekBasics

/// `repo new-package`: creates a package that passes every check.
enum NewPackageCommand {
    static let command = RepoCommand.Command(
        help: """
            usage: repo new-package NAME [--uses PACKAGE]… [--owner @organization/team]

            Creates a package with a module, a test, a README and a CHANGELOG, and adds it to the rules, CODEOWNERS, the root
            manifest, the graph and the first page of the documentation, so that every check passes. --uses names the
            packages its module depends on; it may be repeated, or take names separated by commas. Module prefix, platforms,
            settings and the owner follow the other packages.

            """,
        run: run
    )

    @Sendable private static func run(_ arguments: inout ToolArguments, _ context: RepoCommand.Context) throws -> Int32
    {
        let uses = try arguments.values("--uses").flatMap { $0.split(separator: ",").map(String.init) }
        let owner = try arguments.value("--owner")
        guard let name = try arguments.operands(atMost: 1).first else { throw UsageError("new-package needs a NAME") }
        let root = context.root
        let repository = try Repository.load(root: root)
        try repository.requirePackages(named: uses)
        let new = NewPackage(name: name, uses: uses, owner: owner, repository: repository)
        if let reason = new.rejectionReason() { throw UsageError(reason) }
        guard !Files.exists("\(root)/\(new.folder)") else { throw RepoError("\(new.folder) already exists") }
        for (path, text) in new.files() { try Files.write(text, to: "\(root)/\(path)") }
        let changes: [(String, (String) -> String)] = [
            (RepoConfiguration.file, new.rulesText), (CodeOwners.file, new.ownersText),
            (new.firstPage, new.firstPageText),
        ]
        for (file, change) in changes {
            let path = "\(root)/\(file)"
            if Files.exists(path) { try Files.write(change(try Files.text(path)), to: path) }
        }
        ManifestsCommand.format(new.files().map { "\(root)/\($0.path)" }.filter { $0.hasSuffix(".swift") })
        _ = try RootManifest(try Repository.load(root: root))?.write()
        _ = try GraphCheck(try Repository.load(root: root)).write()
        context.console.note(
            "created \(new.folder) with the module \(new.module); next: Scripts/test --package \(name)\n"
        )
        return try CheckCommand.run(context)
    }
}
