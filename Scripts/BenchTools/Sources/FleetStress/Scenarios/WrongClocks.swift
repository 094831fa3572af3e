#if os(Linux)
import BenchKit
import Fleet
import SeekTestHelpers

/// Machines whose clocks differ by hours, so that the Pacific day and the age of a response are different on each.
enum WrongClocks {
    static let machineCount = 8
    static let textCount = 200

    /// Performs the same searches on all machines, and then races for a quota: each text is fetched once, and the quota
    /// of the day is counted exactly.
    static func run(_ settings: StressTest.Settings) async throws -> FleetStressResult {
        var result = FleetStressResult()
        let (redis, upstream) = (try await RedisServer(), try FleetUpstream())
        let quota = textCount + 100
        // From 14 hours behind to 14 hours ahead.
        let pool = try MachinePool(
            (0..<machineCount).map { number in
                let clockOffset = Double(number) * 4 * 3_600 - 14 * 3_600
                return MachineSettings(redis: redis.url, upstream: upstream.url, clockOffset: clockOffset, quota: quota)
            },
            startsProcesses: settings.startsProcesses
        )
        let rounds = settings.scale.count(10)
        for round in 0..<rounds {
            let prefix = "clocks\(settings.seed)-\(round)"
            let reports = try await pool.perform { machine in
                var random = SeededGenerator(seed: settings.seed &+ UInt64(round * machineCount + machine))
                let texts = (0..<textCount).map { "\(prefix)-shared \($0)" }.shuffled(using: &random)
                return MachineWork(prefix: prefix, texts: texts, concurrency: 4)
            }
            for case let report? in reports { result.add(report) }
            let shared = upstream.calls(for: "\(prefix)-shared")
            if shared != textCount { result.addViolation("round \(round): \(shared) calls for \(textCount) texts") }
            for case let report? in try await pool.race(for: quota, prefix) { result.add(report) }
            let raced = upstream.calls(for: prefix)
            let remaining = quota - textCount
            if raced != remaining { result.addViolation("round \(round): \(raced) calls of \(remaining)") }
        }
        await pool.end()
        result.note = "\(rounds) rounds"
        return result
    }
}
#endif
