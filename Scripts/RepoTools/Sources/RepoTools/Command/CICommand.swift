import SeekBasics

/// `repo ci plan`: the decisions of the workflow's first job, so that they can be made and tested locally.
enum CICommand {
    static let command = RepoCommand.Command(
        help: """
            usage: repo ci plan [--event NAME] [--base REV] [--shards N]

            Prints the outputs of the plan job: matrix= (the packages, distributed to at most N jobs, 4 by default, as
            {"include":[{"name":"1/2","packages":"App Web"},…]} for strategy.matrix), any= (whether a package is selected),
            everything= (whether all are). The events schedule and workflow_dispatch select everything, as does a push or
            pull request with an unknown base.

            """,
        run: run
    )

    @Sendable private static func run(_ arguments: inout ToolArguments, _ context: RepoCommand.Context) throws -> Int32
    {
        let event = try arguments.value("--event")
        let base = try arguments.value("--base")
        let shards = try arguments.value("--shards", "a number from 1") { Int($0).flatMap { $0 > 0 ? $0 : nil } } ?? 4
        guard try arguments.operands() == ["plan"] else { throw UsageError("ci takes “plan”") }
        let plan = try CIPlan(event: event, base: base, shards: shards, root: context.root)
        context.console.note(plan.explanation)
        context.console.out(plan.outputs)
        return 0
    }
}

struct CIPlan {
    var affected: Affected
    var shards: Shards

    /// - Parameters:
    ///   - event: GitHub's name of the event that started the run; nil is treated as a push.
    ///   - base: The commit before the change; nil, empty or, as GitHub passes it, all zeros if there is none.
    init(event: String?, base: String?, shards: Int, root: String) throws(RepoError) {
        if let event, ["schedule", "workflow_dispatch"].contains(event) {
            affected = try Affected(everythingIn: root, reason: "the event \(event) tests everything")
        } else if let base, !base.allSatisfy({ $0 == "0" }) {
            affected = try Affected.since(base, head: nil, root: root)
        } else {
            affected = try Affected(everythingIn: root, reason: "the previous commit is unknown")
        }
        let weights = Shards.weights(of: affected.folders, root: root)
        self.shards = Shards(weights, count: shards)
    }

    /// The lines for `$GITHUB_OUTPUT`.
    var outputs: String {
        let any = !shards.jobs.isEmpty
        return "matrix=\(shards.matrix)\nany=\(any)\neverything=\(affected.everythingReason != nil)\n"
    }

    var explanation: String {
        affected.notes.map { "\($0)\n" }.joined()
            + (affected.packages.isEmpty ? "no package is affected\n" : affected.formatted(explain: true))
    }
}
