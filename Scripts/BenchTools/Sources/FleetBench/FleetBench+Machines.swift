#if os(Linux)
import BenchKit
import Fleet
import Foundation
import SeekTestHelpers

extension FleetBench {
    /// `round-trips`: commands sent to Redis per search whose response is in Redis. `round-trips-uncached`: the same
    /// per search whose response is not stored anywhere.
    func roundTrips() async throws -> [BenchResult] {
        let (redis, upstream) = (try await RedisServer(), try FleetUpstream())
        let texts = (0..<max(1, load.searches / 50)).map { "text \($0)" }
        let settings = MachineSettings(redis: redis.url, upstream: upstream.url)
        let work = MachineWork(prefix: "bench", texts: texts)
        let (uncached, cached) = try await withMachines(2, { _ in settings }) { pool in
            // Opens the connections, and loads the Lua scripts into Redis.
            _ = try await pool.perform { MachineWork(prefix: "bench", texts: ["warm-up \($0)", "warm-up"]) }
            // The second machine finds the responses that the first one has stored.
            let uncached = try sum([await pool.perform(work, on: 0, within: .seconds(60))])
            return (uncached, try sum([await pool.perform(work, on: 1, within: .seconds(60))]))
        }
        guard uncached.sources["network"] == texts.count, cached.sources["shared"] == texts.count else {
            throw BenchFailure(description: "round trips: sources \(uncached.sources), then \(cached.sources)")
        }
        let figures = [("round-trips", cached, 1.0), ("round-trips-uncached", uncached, 6.0)]
        return figures.map { name, report, limit in
            let commands = Double(report.commands) / Double(texts.count)
            return BenchResult(name, commands, "commands/search", goal: .valueAtMost(limit))
        }
    }

    /// `fleet-upstream`: calls to the server for searches by 16 machines that share Redis, compared with the same
    /// searches by one machine alone.
    func fleetUpstream() async throws -> BenchResult {
        let distribution = ZipfDistribution(count: 1_000)
        var random = SeededGenerator(seed: 1)
        let texts = (0..<load.searches).map { _ in
            "text \(distribution.rank(at: .random(in: 0..<1, using: &random)))"
        }
        let fleet = try await upstreamCalls(texts, machines: Self.machineCount, sharesRedis: true)
        let alone = try await upstreamCalls(texts, machines: 1, sharesRedis: false)
        return BenchResult(
            "fleet-upstream",
            Double(fleet),
            "calls",
            baseline: "one machine",
            ratio: Double(fleet) / Double(alone),
            goal: .ratioAtMost(1.05)
        )
    }

    private func upstreamCalls(_ texts: [String], machines: Int, sharesRedis: Bool) async throws -> Int {
        let folder = try TemporaryFolder()
        let (redis, upstream) = (try await RedisServer(), try FleetUpstream())
        let settings = { @Sendable (number: Int) in
            MachineSettings(
                redis: sharesRedis ? redis.url : nil,
                upstream: upstream.url,
                folder: folder.url.appending(path: "\(number)")
            )
        }
        let reports = try await withMachines(machines, settings) { pool in
            try await pool.perform(within: .seconds(600)) { machine in
                let share = stride(from: machine, to: texts.count, by: machines).map { texts[$0] }
                return MachineWork(prefix: "bench", texts: share)
            }
        }
        guard try sum(reports).succeeded == texts.count else {
            throw BenchFailure(description: "searches were rejected")
        }
        return upstream.calls()
    }

    /// `quota-exact`: the number of races of 16 machines for a quota of 100 searches in which the server did not
    /// receive exactly 100 calls.
    func quotaExact() async throws -> BenchResult {
        let (redis, upstream) = (try await RedisServer(), try FleetUpstream(latency: .milliseconds(2)))
        let settings = MachineSettings(redis: redis.url, upstream: upstream.url, quota: 100)
        let wrongRaces = try await withMachines(Self.machineCount, { _ in settings }) { pool in
            var wrongRaces = 0
            for race in 0..<load.races {
                _ = try sum(await pool.race(for: settings.quota, "race\(race)"))
                if upstream.calls(for: "race\(race)") != settings.quota { wrongRaces += 1 }
            }
            return wrongRaces
        }
        return BenchResult("quota-exact", Double(wrongRaces), "wrong races", goal: .valueAtMost(0))
    }
}
#endif
