import BenchKit
import CacheStress
public import NetworkingStress
import SecurityAttacks
import SeekNetworking

#if os(Linux)
import FleetStress
import SeekCurlTransport
#endif

/// The program `torment`, which Scripts/torment builds and runs.
public enum StressCommand {
    /// The names, flags and options of the command line.
    static let grammar = ToolArguments.Grammar(
        names: ["networking", "cache", "security", "fleet"],
        options: ["--seconds", "--seed"]
    )
    /// The default value of `--seconds`, which corresponds to scale 1.
    static let seconds = 60.0

    /// The stress tests of the default transport.
    public static var networking: [NetworkingStressTest] {
        #if os(Linux)
        let make: @Sendable () -> any HTTPTransport = { CurlTransport() }
        return NetworkingStressTest.all(make)
        #else
        return []
        #endif
    }

    /// A stress test of any of the names.
    private struct StressTest {
        var name: String
        var run: () async -> (passed: Bool, detail: String)
    }

    /// Runs stress tests and prints the results. The last line is `N passed, N failed`.
    /// - Parameter isProgram: Whether this process can be started again as a child, which is impossible in tests.
    /// - Returns: The exit status: 0 if all passed, 1 if a test failed, 2 if the arguments are invalid.
    public static func run(
        _ arguments: [String],
        stressTests: [NetworkingStressTest] = networking,
        isProgram: Bool = false,
        output: @Sendable (String) -> Void,
        problems: @Sendable (String) -> Void
    ) async -> Int32 {
        if isProgram, arguments.first == Child.argument { return await Child.run(arguments) }
        let (names, scale, seed): ([String], Scale, UInt64)
        do throws(ToolArguments.ArgumentError) {
            let parsed = try ToolArguments(arguments, grammar)
            names = parsed.names
            scale = Scale(factor: (try parsed.positive("--seconds") ?? seconds) / seconds)
            seed = try parsed.positive("--seed").flatMap(UInt64.init(exactly:)) ?? .random(in: 1...999_999)
        } catch {
            problems("torment: \(error)")
            return 2
        }
        var (passed, failed) = (0, 0)
        for name in names {
            output("\(name), seed \(seed)")
            let tests =
                switch name {
                case "cache": cache(scale, seed, isProgram)
                case "security": security(scale, seed)
                case "fleet": fleet(scale, seed, isProgram)
                default: networking(stressTests, scale, seed, isProgram)
                }
            for test in tests {
                let start = ContinuousClock.now
                let result = await test.run()
                let tenths = Double(Int64(start.duration(to: .now) / .milliseconds(100))) / 10
                if result.passed { passed += 1 } else { failed += 1 }
                output("\(result.passed ? "ok  " : "FAIL") \(test.name) (\(tenths) s): \(result.detail)")
            }
        }
        output("\(passed) passed, \(failed) failed")
        return failed == 0 ? 0 : 1
    }

    private static func networking(
        _ stressTests: [NetworkingStressTest],
        _ scale: Scale,
        _ seed: UInt64,
        _ isProgram: Bool
    ) -> [StressTest] {
        // In a test process, other tests open and close descriptors concurrently.
        let settling = Duration.seconds(isProgram ? 3 : 60)
        return stressTests.map { stressTest in
            StressTest(name: stressTest.name) {
                let limit = Duration.seconds(60 + 60 * scale.factor)
                let result = await stressTest.run(scale: scale, seed: seed, limit: limit, settling: settling)
                return (result.passed, result.detail)
            }
        }
    }

    private static func security(_ scale: Scale, _ seed: UInt64) -> [StressTest] {
        Attack.all.map { attack in
            StressTest(name: attack.name) {
                let outcome = await withWatchdog(Attack.limit) { () -> String? in
                    do { return try await attack.run(scale.factor, seed) } catch { return "cannot be run: \(error)" }
                }
                guard let violation = outcome else { return (false, "not finished after \(Attack.limit)") }
                return (violation == nil, violation ?? "no violation")
            }
        }
    }

    private static func cache(_ scale: Scale, _ seed: UInt64, _ isProgram: Bool) -> [StressTest] {
        CacheStressTest.all.filter { isProgram || !$0.needsProcesses }.map { stressTest in
            StressTest(name: stressTest.name) {
                do {
                    let result = try await stressTest.run(scale.factor, seed)
                    return (result.passed, result.summary)
                } catch {
                    return (false, "\(error)")
                }
            }
        }
    }

    private static func fleet(_ scale: Scale, _ seed: UInt64, _ isProgram: Bool) -> [StressTest] {
        #if os(Linux)
        return FleetStressTest.all.map { stressTest in
            StressTest(name: stressTest.name) {
                do {
                    let load = FleetLoad(scale: scale.factor, seed: seed, startsProcesses: isProgram)
                    let result = try await stressTest.run(load)
                    return (result.passed, result.summary)
                } catch {
                    return (false, "\(error)")
                }
            }
        }
        #else
        return []
        #endif
    }
}
