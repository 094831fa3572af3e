package import BenchKit
import Foundation

/// The bench of `affected`, in this repository and in a monorepo of a thousand packages.
package struct RepoBench {
    private let script: MeasuredProgram
    private let tool: MeasuredProgram
    private let rounds: Int
    private let packages: Int

    /// - Parameters:
    ///   - script: The path of Scripts/affected of this repository.
    ///   - tool: The path of the program `repo`, which the script runs with the command `affected`.
    package init(script: String, tool: String, rounds: Int = 21, packages: Int = 1_000) {
        self.script = MeasuredProgram(path: script)
        self.tool = MeasuredProgram(path: tool)
        (self.rounds, self.packages) = (rounds, packages)
    }

    package func run(_ emit: (BenchResult) -> Void) throws {
        let here = try measure(script, ["--base", "HEAD"])
        emit(BenchResult("affected-here", here.time, "ms", goal: .valueAtMost(500)))

        let root = FileManager.default.temporaryDirectory.path + "/repo-bench-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        let generated = try GeneratedRepo(root: root, count: packages, uniqueText: root)
        let arguments = ["affected", "--base", "HEAD~1", "--root", generated.root]
        // The first run has an empty cache and evaluates every manifest.
        let cold = try tool.succeed(arguments).milliseconds
        let warm = try measure(tool, arguments)
        emit(BenchResult("affected-1000", warm.time, "ms", goal: .valueAtMost(3000)))
        emit(
            BenchResult(
                "affected-1000-vs-cold",
                warm.time,
                "ms",
                baseline: "manifests evaluated",
                ratio: warm.time / cold,
                goal: .ratioAtMost(0.02)
            )
        )
        emit(BenchResult("memory", warm.memory, "MB", goal: .valueAtMost(100)))
    }

    /// Returns the median time in milliseconds and the maximum memory in megabytes, after a warm-up run.
    private func measure(
        _ program: MeasuredProgram,
        _ arguments: [String]
    ) throws(BenchFailure) -> (time: Double, memory: Double) {
        try program.succeed(arguments)
        var runs: [MeasuredProgram.Run] = []
        for _ in 0..<rounds { runs.append(try program.succeed(arguments)) }
        return (runs.map(\.milliseconds).median ?? .nan, runs.map(\.megabytes).max() ?? .nan)
    }
}
