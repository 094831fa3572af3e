import SeekBasics

/// `repo ci`: the decisions of the workflow, so that they can be run and tested locally.
enum CICommand {
    static let command = RepoCommand.Command(
        help: """
            usage: repo ci plan [--event NAME] [--base REV] [--shards N]
                   repo ci gate --any true|false JOB=RESULT…

            plan  prints the outputs of the plan job: matrix= (the packages, distributed to at most N jobs, 4 by default, as
                  {"include":[{"name":"1/2","packages":"App Web"},…]} for strategy.matrix), any= (whether a package is
                  selected), everything= (whether all are). The events schedule and workflow_dispatch select everything, as
                  does a push or pull request with an unknown base.
            gate  decides whether the workflow run passed. Every job must have succeeded; a skipped job other than plan
                  and lint is accepted if no package was selected (--any false).

            Exit status: 0 passed, 1 failed, 2 wrong usage.

            """,
        run: run
    )

    @Sendable private static func run(_ arguments: inout ToolArguments, _ context: RepoCommand.Context) throws -> Int32
    {
        let event = try arguments.value("--event")
        let base = try arguments.value("--base")
        let shards = try arguments.value("--shards", "a number from 1") { Int($0).flatMap { $0 > 0 ? $0 : nil } } ?? 4
        let any = try arguments.value("--any")
        let words = try arguments.operands()
        switch words.first {
        case "plan" where words.count == 1:
            let plan = try CIPlan(event: event, base: base, shards: shards, root: context.root)
            context.console.note(plan.explanation)
            context.console.out(plan.outputs)
            return 0
        case "gate":
            guard let any, ["true", "false"].contains(any) else { throw UsageError("gate needs --any true or false") }
            let gate = try CIGate(words.dropFirst(), selectedPackages: any == "true")
            context.console.out(gate.report)
            return gate.isPassed ? 0 : 1
        default: throw UsageError("ci takes “plan” or “gate”")
        }
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

/// Decides whether a workflow run passed, for the single job that branch protection requires.
private struct CIGate {
    /// A line for each job: the passed ones, then the failed ones.
    private(set) var report = ""
    private(set) var isPassed = true

    /// - Parameter selectedPackages: Whether the plan selected a package. If not, jobs other than `plan` and `lint` may
    /// be skipped.
    init(_ words: some Collection<String>, selectedPackages: Bool) throws(UsageError) {
        guard !words.isEmpty else { throw UsageError("gate needs JOB=RESULT") }
        var failures = ""
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { throw UsageError("“\(word)” is not JOB=RESULT") }
            let mayBeSkipped = !selectedPackages && !["plan", "lint"].contains(parts[0])
            if parts[1] == "success" || (parts[1] == "skipped" && mayBeSkipped) {
                report += "passed: \(parts[0]) \(parts[1])\n"
            } else {
                failures += "failed: \(parts[0]) \(parts[1])\n"
            }
        }
        isPassed = failures.isEmpty
        report += failures
    }
}
