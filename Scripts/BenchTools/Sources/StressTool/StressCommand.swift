import BenchKit
import CacheStress
import NetworkingStress

/// The program `torment`, which Scripts/torment builds and runs.
public enum StressCommand {
    /// The names and options of the command line.
    static let grammar = ToolArguments.Grammar(
        names: ["networking", "cache", "security", "fleet"],
        options: ["--seconds", "--seed"]
    )
    /// The default value of `--seconds`, which corresponds to scale 1. The option scales the amount of work; it is not
    /// a time limit.
    private static let defaultSeconds = 60.0

    /// Runs stress tests and prints the results. The last line is `N passed, N failed`.
    ///
    /// - Parameters:
    ///   - tests: The stress tests of each name.
    ///   - isProgram: Whether this program can start itself as a child process, which is impossible in tests.
    /// - Returns: The exit status: 0 if all passed, 1 if a test failed, 2 if the arguments are invalid. A child process
    ///   of a stress test returns the status of its work.
    public static func run(
        _ arguments: [String],
        tests: [String: [StressTest]] = StressTest.all,
        isProgram: Bool = false,
        output: @Sendable (String) -> Void,
        problems: @Sendable (String) -> Void
    ) async -> Int32 {
        if isProgram, arguments.first == Child.argument { return await Child.run(arguments) }
        let (names, scale, seed): ([String], Scale, UInt64)
        do throws(ToolArguments.ArgumentError) {
            let parsed = try ToolArguments(arguments, grammar)
            names = parsed.names
            scale = Scale(factor: (try parsed.positive("--seconds") ?? defaultSeconds) / defaultSeconds)
            seed = try parsed.positiveInteger("--seed") ?? .random(in: 1...999_999)
        } catch {
            problems("torment: \(error)")
            return 2
        }
        let settings = StressTest.RunSettings(scale: scale, seed: seed, isProgram: isProgram)
        var (passed, failed) = (0, 0)
        for name in names {
            output("\(name), seed \(seed)")
            for test in tests[name, default: []] where isProgram || !test.needsProcesses {
                let start = ContinuousClock.now
                var result = (passed: false, detail: "")
                do { result = try await test.run(settings) } catch { result.detail = "\(error)" }
                let seconds = Double(Int64(start.duration(to: .now) / .milliseconds(100))) / 10
                if result.passed { passed += 1 } else { failed += 1 }
                output("\(result.passed ? "ok  " : "FAIL") \(test.name) (\(seconds) s): \(result.detail)")
            }
        }
        output("\(passed) passed, \(failed) failed")
        return failed == 0 ? 0 : 1
    }
}
