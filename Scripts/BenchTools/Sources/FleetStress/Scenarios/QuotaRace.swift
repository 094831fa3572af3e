#if os(Linux)
import BenchKit
import Fleet
import SeekTestHelpers

/// Machines race for the searches that are left of the day's quota.
enum QuotaRace {
    static let machineCount = 16
    static let quota = 100
    /// The number of searches that each machine has in flight.
    static let concurrency = 2

    /// Races in 1,000 rounds at scale 1, in half of which up to three machines are killed at random times: the server
    /// receives exactly as many calls as the quota permits, or fewer by the reservations of killed machines.
    static func run(_ settings: StressTest.Settings) async throws -> FleetStressResult {
        var random = SeededGenerator(seed: settings.seed)
        var result = FleetStressResult()
        let (redis, upstream) = (try await RedisServer(), try FleetUpstream(latency: .milliseconds(2)))
        let machine = MachineSettings(redis: redis.url, upstream: upstream.url, quota: quota)
        let pool = try MachinePool(
            Array(repeating: machine, count: machineCount),
            startsProcesses: settings.startsProcesses
        )
        let rounds = max(2, settings.scale.count(1_000))
        var kills = 0
        for round in 0..<rounds {
            if round % 50 == 49 { try redis.execute("FLUSHALL") }
            let victims = round.isMultiple(of: 2) ? 0 : Int.random(in: 1...3, using: &random)
            async let reports = pool.race(for: quota, name(settings.seed, round), concurrency: concurrency)
            for _ in 0..<victims {
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...40, using: &random)))
                await pool.kill(Int.random(in: 0..<machineCount, using: &random))
            }
            for case let report? in try await reports { result.add(report) }
            let calls = upstream.calls(for: name(settings.seed, round))
            if calls > quota || calls < quota - victims * concurrency {
                result.addViolation("round \(round): \(calls) calls, \(victims) machines killed")
            }
            kills += victims
        }
        // A request of a killed machine may arrive late.
        for round in 0..<rounds where upstream.calls(for: name(settings.seed, round)) > quota {
            result.addViolation("round \(round): \(upstream.calls(for: name(settings.seed, round))) calls in the end")
        }
        await pool.end()
        result.note = "\(rounds) rounds, \(kills) kills"
        return result
    }

    private static func name(_ seed: UInt64, _ round: Int) -> String { "race\(seed)-\(round)" }
}
#endif
