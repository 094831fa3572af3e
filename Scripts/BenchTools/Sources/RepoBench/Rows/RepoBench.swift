import BenchKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The bench of `affected`, in this repository and in a monorepo of a thousand packages.
struct RepoBench {
    /// Scripts/affected of this repository, and the tool behind it.
    var script: Program
    var tool: Program
    /// The number of measured runs per program.
    var rounds = 21
    /// The number of packages of the generated repository.
    var packages = 1000

    func run(_ report: (Row) -> Void) throws {
        let here = try times(script, ["--base", "HEAD"])
        report(Row("affected-here", here.time, "ms", baseline: nil, ratio: nil, goal: .valueAtMost(60)))

        let root = FileManager.default.temporaryDirectory.path + "/repo-bench-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        let made = try MadeRepo(root: root, count: packages, mark: root)
        let question = ["affected", "--base", "HEAD~1", "--root", made.root]
        // The first run has an empty cache and evaluates every manifest.
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

    /// Returns medians, after a warm-up run.
    private func times(_ program: Program, _ arguments: [String]) throws(BenchFailure) -> (time: Double, memory: Double)
    {
        try program.succeed(arguments)
        var runs: [Program.Run] = []
        for _ in 0..<rounds { runs.append(try program.succeed(arguments)) }
        return (runs.map(\.milliseconds).median ?? .nan, runs.map(\.megabytes).max() ?? .nan)
    }
}
