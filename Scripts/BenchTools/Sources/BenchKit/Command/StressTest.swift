/// A stress test of the program `torment`.
package struct StressTest: Sendable {
    package let name: String
    /// Whether the test starts this program as child processes, which is impossible in a process of unit tests.
    package let needsProcesses: Bool
    /// Runs the test. An error is a failure.
    package let run: @Sendable (Settings) async throws -> any StressTestResult

    package struct Settings: Sendable {
        package var scale: Scale
        package var seed: UInt64
        /// Whether this program can start itself as a child process.
        package var startsProcesses: Bool

        package init(scale: Scale, seed: UInt64, startsProcesses: Bool) {
            (self.scale, self.seed, self.startsProcesses) = (scale, seed, startsProcesses)
        }
    }

    package init(
        _ name: String,
        needsProcesses: Bool = false,
        run: @escaping @Sendable (Settings) async throws -> any StressTestResult
    ) {
        (self.name, self.needsProcesses, self.run) = (name, needsProcesses, run)
    }
}

/// The result of a stress test.
package protocol StressTestResult: Sendable {
    /// Whether there are no violations.
    var passed: Bool { get }
    /// A description of what was done, followed by the violations.
    var summary: String { get }
}
