#if os(Linux)
import BenchKit

extension FleetBench {
    /// Measures these rows for N machines:
    ///
    /// - `simulated-upstream-N`: calls to the server, compared with one ideal cache for all machines.
    /// - `simulated-commands-N`: commands sent to Redis per search.
    /// - `simulated-bytes-N`: kilobytes transferred between the machines and Redis per search.
    /// - `simulated-limit-N`: the maximum number of searches per second with one Redis that serves `commandsPerSecond`.
    /// - `simulated-hottest-N`: the share of the commands that concern the most frequent search text, which a cluster
    ///   cannot distribute.
    func simulated(_ machines: Int, commandsPerSecond: Double) async throws -> [BenchResult] {
        let outcome = await FleetSimulation(machineCount: machines).run()
        guard outcome.failures == 0, outcome.searches > 0 else {
            throw BenchFailure(description: "\(outcome.failures) of \(outcome.searches) simulated searches failed")
        }
        let (searches, commands) = (Double(outcome.searches), Double(outcome.usage.commands))
        // The commands are counted by search text; those of the quota have a group of their own.
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
            BenchResult(
                "simulated-commands-\(machines)",
                commands / searches,
                "commands/search",
                goal: .valueAtMost(4)
            ),
            BenchResult(
                "simulated-bytes-\(machines)",
                Double(outcome.usage.bytes) / searches / 1_000,
                "kB/search",
                goal: .valueAtMost(36)
            ),
            BenchResult(
                "simulated-limit-\(machines)",
                commandsPerSecond / commands * searches,
                "searches/s",
                // The searches per second of 10,000 machines, each of which searches once per interval.
                goal: .valueAtLeast(10_000 / FleetSimulation(machineCount: machines).interval)
            ),
            BenchResult("simulated-hottest-\(machines)", hottest / commands, "of commands", goal: .valueAtMost(0.5)),
        ]
    }
}
#endif
