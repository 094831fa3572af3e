#if os(Linux)
import BenchKit

/// The rows of the simulation.
extension FleetBench {
    /// For each number of machines:
    ///
    /// - `simulated-upstream-N`: calls to the server, compared with one ideal cache for all machines.
    /// - `simulated-commands-N`: commands sent to Redis per search.
    /// - `simulated-bytes-N`: bytes between machines and Redis per search.
    /// - `simulated-limit-N`: the maximum number of searches per second with one Redis that serves `commandsPerSecond`.
    /// - `simulated-hottest-N`: the share of the commands that concern the most frequent search text, which a cluster
    ///   cannot distribute.
    func simulated(_ machines: Int, commandsPerSecond: Double) async throws -> [BenchResult] {
        let outcome = await FleetSimulation(machines: machines).run()
        guard outcome.failures == 0, outcome.searches > 0 else {
            throw BenchFailure(description: "\(outcome.failures) of \(outcome.searches) simulated searches failed")
        }
        let (searches, commands) = (Double(outcome.searches), Double(outcome.usage.commands))
        let hottest = Double(outcome.usage.groups.filter { $0.key != "quota" }.values.max() ?? 0)
        return [
            BenchResult(
                "simulated-upstream-\(machines)",
                Double(outcome.calls),
                "calls",
                baseline: "ideal cache",
                ratio: Double(outcome.calls) / Double(outcome.idealCalls),
                goal: .ratioAtMost(1.05)
            ),
            figure("simulated-commands-\(machines)", commands / searches, "commands/search", .valueAtMost(4)),
            figure(
                "simulated-bytes-\(machines)",
                Double(outcome.usage.bytes) / searches / 1_000,
                "kB/search",
                .valueAtMost(36)
            ),
            figure(
                "simulated-limit-\(machines)",
                commandsPerSecond / commands * searches,
                "searches/s",
                .valueAtLeast(10_000 / FleetSimulation(machines: machines).interval)
            ),
            figure("simulated-hottest-\(machines)", hottest / commands, "of commands", .valueAtMost(0.5)),
        ]
    }

    private func figure(_ name: String, _ value: Double, _ unit: String, _ goal: Goal) -> BenchResult {
        BenchResult(name, value, unit, baseline: nil, ratio: nil, goal: goal)
    }
}
#endif
