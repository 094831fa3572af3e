/// `repo affected`: the packages a change can affect.
enum AffectedCommand {
    static let command = RepoCommand.Command(
        help: """
            usage: repo affected --base REV [--head REV] [--format text|json|github-matrix] [--explain] [--shards N]

            Prints the packages that what changed since the last common commit with REV can affect, those to test one a
            line. Without --head the working copy counts, with files not yet committed or added; with it only commits.

              --format json           {"because":{"App":"Web ← path"},"build":[…],"everything":false,"names":[…],"test":[…]}:
                                      packages to build (more than their tests is affected), to test (names says the same)
                                      and the chain that led to each
              --format github-matrix  {"include":[{"name":"1/2","packages":"App Web"}]} for strategy.matrix; no rows when
                                      there is nothing to do
              --shards N              at most N rows of about the same size, instead of one a package
              --explain               adds why: target ← target ← … ← path

            A doubt selects every package, and standard error says so: no such revision, no common commit, a shallow clone,
            with --head a working copy with changes, a merge that is not done, a file git was told not to look at, a
            symbolic link or submodule that changed, a path nobody owns, a path that concerns all, a manifest that cannot be read, two packages or targets of one name, a target without its
            folder, targets in a circle, a rename that changes case only.

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
        if let reason = affected.everythingBecause {
            context.console.note("repo affected: EVERYTHING, because \(reason)\n")
        }
        for remark in affected.remarks { context.console.note("repo affected: \(remark)\n") }
        switch format {
        case "json": context.console.out(affected.json)
        case "github-matrix":
            context.console.out(try affected.shards(count, root: context.root).matrix + "\n")
            if explain { context.console.note(affected.text(explain: true)) }
        default: context.console.out(affected.text(explain: explain))
        }
        return 0
    }
}

extension Affected {
    /// One package per line; with `explain`, a tab and the reason follow.
    func text(explain: Bool) -> String {
        names.map { $0 + (explain ? "\tbecause \(because[$0, default: ""])" : "") + "\n" }.joined()
    }

    /// JSON on one line.
    var json: String {
        let test = JSONValue.array(names.map(JSONValue.string))
        let answer = JSONValue.object([
            "because": .object(because.mapValues(JSONValue.string)),
            "build": .array(build.map(JSONValue.string)),
            "everything": .bool(everythingBecause != nil),
            "names": test,
            "test": test,
        ])
        return answer.text + "\n"
    }

    /// The packages to test, distributed to at most `count` jobs.
    func shards(_ count: Int?, root: String) throws(RepoError) -> Shards {
        let rules = try RepoConfiguration.load(root: root)
        return Shards(Shards.weights(of: names, root: root, patterns: rules.packages), count: count)
    }
}
