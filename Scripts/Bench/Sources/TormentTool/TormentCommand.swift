public import BenchKit
import SeekNetworking

#if os(Linux)
import SeekCurlTransport
#endif

/// The program `torment`, which Scripts/torment builds.
public enum TormentCommand {
    /// What it takes.
    public static let grammar = ToolArguments.Grammar(names: ["networking"], options: ["--seconds", "--seed"])
    /// How long all torments take by default, in seconds.
    public static let seconds = 60.0

    /// The torments of the default transport.
    public static var networking: [Torment] {
        #if os(Linux)
        let make: @Sendable () -> any HTTPTransport = { CurlTransport() }
        return [
            Torment("30,000 requests cancelled at random moments", body: Cancellation(make: make).run),
            Torment("deadlines under load", body: Deadlines(make: make).run),
            Torment("every fault at random", body: RandomFaults(make: make).run),
            Torment("transports made and let go", body: Churn(make: make).run),
            Torment("no descriptors left", body: Exhaustion(make: make).run),
        ]
        #else
        return []
        #endif
    }

    /// Runs torments and reports. Ends with `N passed, N failed`.
    ///
    /// - Returns: the exit status: 0 all passed, 1 one failed, 2 wrong usage.
    public static func run(
        _ arguments: [String],
        torments: [Torment] = networking,
        output: @Sendable (String) -> Void,
        problems: @Sendable (String) -> Void
    ) async -> Int32 {
        let (scale, seed): (Scale, UInt64)
        do throws(ToolArguments.Refusal) {
            let parsed = try ToolArguments(arguments, grammar)
            scale = Scale(factor: (try parsed.positive("--seconds") ?? seconds) / seconds)
            seed = try parsed.positive("--seed").flatMap(UInt64.init(exactly:)) ?? .random(in: 1...999_999)
        } catch {
            problems("torment: \(error)")
            return 2
        }
        output("networking, seed \(seed)")
        var failed = 0
        for torment in torments {
            let start = ContinuousClock.now
            let limit = Duration.seconds(60 + 60 * scale.factor)
            let verdict = await torment.run(scale: scale, seed: seed, limit: limit)
            let time = start.duration(to: .now)
            if !verdict.passed { failed += 1 }
            let tenths = Double(Int64(time / .milliseconds(100))) / 10
            output("\(verdict.passed ? "ok  " : "FAIL") \(torment.name) (\(tenths) s): \(verdict.detail)")
        }
        output("\(torments.count - failed) passed, \(failed) failed")
        return failed == 0 ? 0 : 1
    }
}
