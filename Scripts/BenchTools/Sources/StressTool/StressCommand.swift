package import BenchKit
import CacheStress
import NetworkingStress
import SecurityAttacks
import SeekBasics

#if os(Linux)
import FleetStress
import SeekCurlTransport
#endif

/// The program `torment`, which Scripts/torment builds and runs.
package enum StressCommand {
    /// The default value of `--seconds`, which corresponds to scale 1. The option scales the amount of work; it is not
    /// a time limit.
    private static let defaultSeconds = 60.0

    /// All stress tests, by the names of the command line.
    package static var allTests: [String: [StressTest]] {
        var tests = ["cache": StressTest.cache, "security": Attack.stressTests]
        #if os(Linux)
        tests["networking"] = NetworkingStressTest.all { CurlTransport() }
        tests["fleet"] = StressTest.fleet
        #endif
        return tests
    }

    /// Runs stress tests and prints the results. Returns the exit status: 0 if all passed, 1 if a test failed, 2 if the
    /// arguments are invalid. A child process of a stress test returns the status of its work.
    ///
    /// - Parameter isProgram: Whether this program can start itself as a child process, which is impossible in tests.
    package static func run(
        _ arguments: [String],
        tests: [String: [StressTest]] = allTests,
        isProgram: Bool = false,
        output: @Sendable (String) -> Void,
        problems: @Sendable (String) -> Void
    ) async -> Int32 {
        if isProgram, arguments.first == Child.argument { return await Child.run(arguments) }
        let (names, scale, seed): ([String], Scale, UInt64)
        do throws(ToolArguments.UsageError) {
            var arguments = ToolArguments(arguments)
            let seconds = try arguments.value("--seconds", "a positive number") { text in
                Double(text).flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
            }
            scale = Scale(factor: (seconds ?? defaultSeconds) / defaultSeconds)
            let givenSeed = try arguments.value("--seed", "a positive 64-bit integer") { text in
                UInt64(text).flatMap { $0 > 0 ? $0 : nil }
            }
            seed = givenSeed ?? .random(in: 1...999_999)
            names = try arguments.names(among: ["networking", "cache", "security", "fleet"])
        } catch {
            problems("torment: \(error)")
            return 2
        }
        let settings = StressTest.Settings(scale: scale, seed: seed, startsProcesses: isProgram)
        var (passed, failed) = (0, 0)
        for name in names {
            output("\(name), seed \(seed)")
            for test in tests[name, default: []] where isProgram || !test.needsProcesses {
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
        }
        output("\(passed) passed, \(failed) failed")
        return failed == 0 ? 0 : 1
    }
}
