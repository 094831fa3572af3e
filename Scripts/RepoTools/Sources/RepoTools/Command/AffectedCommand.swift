/// `repo affected`: the packages a change can affect.
enum AffectedCommand {
    static let command = RepoCommand.Command(
        help: """
            usage: repo affected --base REV [--head REV] [--format text|json|github-matrix] [--explain] [--shards N]

            Prints the packages to test, one per line, that changes since the merge base with REV can affect. Without --head
            the working copy is compared, including uncommitted and untracked files; with --head only commits.

              --format json           {"because":{"App":"Web ← path"},"build":[…],"everything":false,"names":[…],"test":[…]}:
                                      the packages to build (targets other than tests are affected), the packages to test
                                      (also in names), and the chain of dependencies that selected each
              --format github-matrix  {"include":[{"name":"1/2","packages":"App Web"}]} for strategy.matrix; empty if no
                                      package is affected
              --shards N              at most N rows of about the same size, instead of one per package
              --explain               adds the reason: target ← target ← … ← path

            In doubt every package is selected, with the reason on standard error: an unknown revision, no merge base, a
            shallow clone, an unclean working copy (with --head), an unfinished merge, a file with the assume-unchanged bit,
            a changed symbolic link or submodule, a path outside all packages, a path listed as global, an unreadable
            manifest, two packages or targets with the same name, a target without its folder, a dependency cycle, a rename
            that changes only case.

            """,
        run: run
    )

    private static let formats = ["text", "json", "github-matrix"]

    @Sendable private static func run(_ arguments: inout Arguments, _ context: RepoCommand.Context) throws -> Int32 {
        let base = try arguments.value("--base")
        let head = try arguments.value("--head")
        let format = try arguments.value("--format") ?? "text"
        let explain = arguments.flag("--explain")
        let shards = try arguments.value("--shards")
        _ = try arguments.rest()
        guard let base else { throw UsageError("affected needs --base REV") }
        guard formats.contains(format) else {
            throw UsageError("there is no format “\(format)”; the formats are \(formats.joined(separator: ", "))")
        }
        let count = shards.flatMap(Int.init)
        guard shards == nil || (count ?? 0) > 0 else { throw UsageError("--shards takes a number from 1") }
        guard shards == nil || format == "github-matrix" else {
            throw UsageError("--shards needs --format github-matrix")
        }
        let affected = try Affected.since(base, head: head, root: context.root)
        if let reason = affected.everythingReason {
            context.console.note("repo affected: EVERYTHING, because \(reason)\n")
        }
        for warning in affected.warnings { context.console.note("repo affected: \(warning)\n") }
        switch format {
        case "json": context.console.out(affected.json)
        case "github-matrix":
            context.console.out(try affected.shards(count, root: context.root).matrix + "\n")
            if explain { context.console.note(affected.formatted(explain: true)) }
        default: context.console.out(affected.formatted(explain: explain))
        }
        return 0
    }
}

extension Affected {
    /// Returns one package per line; with `explain`, a tab and the reason follow.
    func formatted(explain: Bool) -> String {
        names.map { $0 + (explain ? "\tbecause \(reasons[$0, default: ""])" : "") + "\n" }.joined()
    }

    /// JSON on one line.
    var json: String {
        let test = JSONValue.array(names.map(JSONValue.string))
        let value = JSONValue.object([
            "because": .object(reasons.mapValues(JSONValue.string)),
            "build": .array(build.map(JSONValue.string)),
            "everything": .bool(everythingReason != nil),
            "names": test,
            "test": test,
        ])
        return value.encoded + "\n"
    }

    /// Returns the packages to test, distributed to at most `count` jobs.
    func shards(_ count: Int?, root: String) throws(RepoError) -> Shards {
        let rules = try RepoConfiguration.load(root: root)
        return Shards(Shards.weights(of: names, root: root, patterns: rules.packages), count: count)
    }
}
