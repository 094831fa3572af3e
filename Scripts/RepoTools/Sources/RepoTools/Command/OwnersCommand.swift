/// `repo owners`: who owns what.
enum OwnersCommand {
    static let command = RepoCommand.Command(
        help: """
            usage: repo owners [who PATH…]

            Without words it holds .github/CODEOWNERS against the packages, as “repo check owners” does. “who” prints who
            owns each path (relative to the root, it need not exist) and the line that says so: path, owners, line.

            Exit status: 0 all have an owner, 1 some have none, 2 wrong usage.

            """,
        run: run
    )

    @Sendable private static func run(_ arguments: inout Arguments, _ context: RepoCommand.Context) throws -> Int32 {
        let words = try arguments.rest(atMost: .max)
        guard let verb = words.first else {
            var check = Arguments(["owners"])
            return try CheckCommand.command.run(&check, context)
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
            if let rule = owners.rule(for: path), !rule.owners.isEmpty {
                context.console.out("\(path)\t\(rule.owners.joined(separator: " "))\t\(CodeOwners.file):\(rule.line)\n")
            } else {
                context.console.note("repo owners: nobody owns \(path); add a line to \(CodeOwners.file)\n")
                status = 1
            }
        }
        return status
    }
}
