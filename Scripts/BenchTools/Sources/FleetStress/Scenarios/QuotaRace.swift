#if os(Linux)
import BenchKit
import Fleet
import SeekTestHelpers

/// Machines race for the searches of a day's quota.
enum QuotaRace {
    static let machineCount = 16
    static let quota = 100
    /// The number of searches that each machine has in flight.
    static let concurrency = 2

    /// Runs 1,000 rounds at scale 1, each with its own quota. In every second round, machines are killed up to three
    /// times, at random times. The server must receive exactly `quota` calls; each kill may lose up to `concurrency` of
    /// them, which the machine had reserved but not sent.
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
            // So that Redis does not grow by the keys of all rounds.
            if round % 50 == 49 { try redis.execute("FLUSHALL") }
            let killCount = round.isMultiple(of: 2) ? 0 : Int.random(in: 1...3, using: &random)
            async let reports = pool.race(for: quota, prefix(settings.seed, round), concurrency: concurrency)
            for _ in 0..<killCount {
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...40, using: &random)))
                await pool.kill(Int.random(in: 0..<machineCount, using: &random))
            }
            for case let report? in try await reports { result.add(report) }
            let calls = upstream.calls(for: prefix(settings.seed, round))
            if calls > quota || calls < quota - killCount * concurrency {
                result.addViolation("round \(round): \(calls) calls, \(killCount) kills")
            }
            kills += killCount
        }
        // A request of a killed machine may arrive late.
        for round in 0..<rounds where upstream.calls(for: prefix(settings.seed, round)) > quota {
            result.addViolation("round \(round): \(upstream.calls(for: prefix(settings.seed, round))) calls in the end")
        }
        await pool.end()
        result.note = "\(rounds) rounds, \(kills) kills"
        return result
    }

    /// Returns the first part of the Redis keys and of the search texts of a round.
    private static func prefix(_ seed: UInt64, _ round: Int) -> String { "race\(seed)-\(round)" }
}
#endif
