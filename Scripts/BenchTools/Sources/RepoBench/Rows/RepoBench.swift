import BenchKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How long it takes to tell what a change can affect: here, and in a monorepo of a thousand packages.
struct RepoBench {
    /// Scripts/affected of this repository, and the tool behind it.
    var script: Program
    var tool: Program
    /// How often each is run.
    var rounds = 21
    /// How many packages the made repository has.
    var packages = 1000

    func run(_ report: (Row) -> Void) throws {
        let here = try times(script, ["--base", "HEAD"])
        report(Row("affected-here", here.time, "ms", baseline: nil, ratio: nil, goal: .valueAtMost(60)))

        let root = FileManager.default.temporaryDirectory.path + "/repo-bench-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        let made = try MadeRepo(root: root, count: packages, mark: root)
        let question = ["affected", "--base", "HEAD~1", "--root", made.root]
        // Nothing is known yet: every manifest is evaluated.
        let cold = try tool.succeed(question).milliseconds
        let warm = try times(tool, question)
        report(Row("affected-1000", warm.time, "ms", baseline: nil, ratio: nil, goal: .valueAtMost(100)))
        report(
            Row(
                "affected-1000-vs-cold",
                warm.time,
                "ms",
                baseline: "manifests evaluated",
                ratio: warm.time / cold,
                goal: .ratioAtMost(0.02)
            )
        )
        report(Row("memory", warm.memory, "MB", baseline: nil, ratio: nil, goal: .valueAtMost(100)))
    }

    /// Medians, after one run that does not count.
    private func times(_ program: Program, _ arguments: [String]) throws(BenchFailure) -> (time: Double, memory: Double)
    {
        try program.succeed(arguments)
        var runs: [Program.Run] = []
        for _ in 0..<rounds { runs.append(try program.succeed(arguments)) }
        return (runs.map(\.milliseconds).median ?? .nan, runs.map(\.megabytes).max() ?? .nan)
    }
}
