import BenchKit
import CacheTorment
public import NetworkingTorment
import SecurityTorment
import SeekNetworking

#if os(Linux)
import SeekCurlTransport
#endif

/// The program `torment`, which Scripts/torment builds and runs.
public enum TormentCommand {
    /// The names, flags and options of the command line.
    static let grammar = ToolArguments.Grammar(
        names: ["networking", "cache", "security"],
        options: ["--seconds", "--seed"]
    )
    /// The default value of `--seconds`, which corresponds to scale 1.
    static let seconds = 60.0

    /// The stress tests of the default transport.
    public static var networking: [Torment] {
        #if os(Linux)
        let make: @Sendable () -> any HTTPTransport = { CurlTransport() }
        return Torment.all(make)
        #else
        return []
        #endif
    }

    /// A stress test, whatever name it belongs to.
    private struct Trial {
        var name: String
        var run: () async -> (passed: Bool, detail: String)
    }

    /// Runs stress tests and prints the results. The last line is `N passed, N failed`.
    /// - Parameter isProgram: Whether this process can be started again as a child, which is impossible in tests.
    /// - Returns: The exit status: 0 if all passed, 1 if a test failed, 2 if the arguments are invalid.
    public static func run(
        _ arguments: [String],
        torments: [Torment] = networking,
        isProgram: Bool = false,
        output: @Sendable (String) -> Void,
        problems: @Sendable (String) -> Void
    ) async -> Int32 {
        if isProgram, arguments.first == Child.word { return await Child.run(arguments) }
        let (names, scale, seed): ([String], Scale, UInt64)
        do throws(ToolArguments.Refusal) {
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
            let trials =
                switch name {
                case "cache": cache(scale, seed, isProgram)
                case "security": security(scale, seed)
                default: networking(torments, scale, seed, isProgram)
                }
            for trial in trials {
                let start = ContinuousClock.now
                let verdict = await trial.run()
                let tenths = Double(Int64(start.duration(to: .now) / .milliseconds(100))) / 10
                if verdict.passed { passed += 1 } else { failed += 1 }
                output("\(verdict.passed ? "ok  " : "FAIL") \(trial.name) (\(tenths) s): \(verdict.detail)")
            }
        }
        output("\(passed) passed, \(failed) failed")
        return failed == 0 ? 0 : 1
    }

    private static func networking(
        _ torments: [Torment],
        _ scale: Scale,
        _ seed: UInt64,
        _ isProgram: Bool
    ) -> [Trial] {
        // In a test process, other tests open and close descriptors concurrently.
        let settling = Duration.seconds(isProgram ? 3 : 60)
        return torments.map { torment in
            Trial(name: torment.name) {
                let limit = Duration.seconds(60 + 60 * scale.factor)
                let verdict = await torment.run(scale: scale, seed: seed, limit: limit, settling: settling)
                return (verdict.passed, verdict.detail)
            }
        }
    }

    private static func security(_ scale: Scale, _ seed: UInt64) -> [Trial] {
        SecurityTorment.all.map { attack in
            Trial(name: attack.name) {
                let finding = await withWatchdog(SecurityTorment.limit) { () -> String? in
                    do { return try await attack.run(scale.factor, seed) } catch { return "cannot be played: \(error)" }
                }
                guard let finding else { return (false, "hangs: not over after \(SecurityTorment.limit)") }
                return (finding == nil, finding ?? "held")
            }
        }
    }

    private static func cache(_ scale: Scale, _ seed: UInt64, _ isProgram: Bool) -> [Trial] {
        CacheTorment.all.filter { isProgram || !$0.needsProcesses }.map { torment in
            Trial(name: torment.name) {
                do {
                    let findings = try await torment.run(scale.factor, seed)
                    return (findings.hasPassed, findings.summary)
                } catch {
                    return (false, "\(error)")
                }
            }
        }
    }
}
