#if os(Linux)
import BenchKit
import SeekBasics

/// A stress test of the program `torment`.
package struct StressTest: Sendable {
    package let name: String
    /// Runs the test. An error is a failure.
    let run: @Sendable (Settings) async throws -> FleetStressResult

    package struct Settings: Sendable {
        /// The factor by which the default amount of work is multiplied; a positive number.
        var scale: Double
        var seed: UInt64
        /// Whether each machine is a process of its own, which is impossible in tests.
        var startsProcesses: Bool
    }

    /// A test for each outage.
    package static let all = Outage.all.map { outage in
        StressTest(name: outage.name) { try await Storm(outage, $0).run() }
    }
}

/// The program `torment`, which Scripts/torment builds and runs.
package enum StressCommand {
    /// The default value of `--seconds`, which corresponds to scale 1. The option scales the amount of work; it is not
    /// a time limit.
    private static let defaultSeconds = 60.0

    /// Runs stress tests and prints the results. Returns the exit status: 0 if all passed, 1 if a test failed, 2 if the
    /// arguments are invalid.
    ///
    /// - Parameter isProgram: Whether this program can start itself as a child process, which is impossible in tests.
    package static func run(
        _ arguments: [String],
        tests: [StressTest] = StressTest.all,
        isProgram: Bool = false,
        output: @Sendable (String) -> Void,
        problems: @Sendable (String) -> Void
    ) async -> Int32 {
        let (scale, seed): (Double, UInt64)
        do throws(ToolArguments.UsageError) {
            var arguments = ToolArguments(arguments)
            let seconds = try arguments.value("--seconds", "a positive number") { text in
                Double(text).flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
            }
            scale = (seconds ?? defaultSeconds) / defaultSeconds
            let givenSeed = try arguments.value("--seed", "a positive 64-bit integer") { text in
                UInt64(text).flatMap { $0 > 0 ? $0 : nil }
            }
            seed = givenSeed ?? .random(in: 1...999_999)
            _ = try arguments.names(among: ["fleet"])
        } catch {
            problems("torment: \(error)")
            return 2
        }
        let settings = StressTest.Settings(scale: scale, seed: seed, startsProcesses: isProgram)
        var (passed, failed) = (0, 0)
        output("fleet, seed \(seed)")
        for test in tests {
            let start = ContinuousClock.now
            var (isPassed, summary) = (false, "")
            do {
                let result = try await test.run(settings)
                (isPassed, summary) = (result.passed, result.summary)
            } catch {
                summary = "\(error)"
            }
            let seconds = Double(Int64(start.duration(to: .now) / .milliseconds(100))) / 10
            if isPassed { passed += 1 } else { failed += 1 }
            output("\(isPassed ? "ok  " : "FAIL") \(test.name) (\(seconds) s): \(summary)")
        }
        output("\(passed) passed, \(failed) failed")
        return failed == 0 ? 0 : 1
    }
}
#endif
