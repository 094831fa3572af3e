#if os(Linux)
import BenchKit
import Fleet
import Foundation
import SeekTestHelpers

/// Machines that search while an outage is caused again and again.
struct Storm: Sendable {
    static let machineCount = 8

    let outage: Outage
    let settings: StressTest.Settings

    /// The time in which all machines must share responses again after an outage has ended. The limit is longer
    /// in unit tests, because other tests run at the same time.
    private var recoveryLimit: Duration { settings.startsProcesses ? .seconds(5) : .seconds(60) }

    init(_ outage: Outage, _ settings: StressTest.Settings) {
        self.outage = outage
        self.settings = settings
    }

    /// Runs for 20 seconds at scale 1 with a quota that suffices; every search must succeed. If the outage loses no
    /// data, runs for 10 more seconds with a small quota, which must not be exceeded by more than the shares of the
    /// machines in the outages.
    func run() async throws -> FleetStressResult {
        var result = FleetStressResult()
        try await storm(for: .seconds(20 * settings.scale), quota: nil, &result)
        if outage.isDurable { try await storm(for: .seconds(10 * settings.scale), quota: 400, &result) }
        return result
    }

    private func storm(
        for duration: Duration,
        quota: Int?,
        _ result: inout FleetStressResult
    ) async throws {
        let folder = try TemporaryFolder()
        let redis = try await RedisServer(outage.arguments)
        // With a small quota, the server is slow, so that the outages end before the quota is used up.
        let upstream = try FleetUpstream(latency: .milliseconds(quota == nil ? 5 : 150))
        let proxy = try RedisProxy(to: redis.path, at: folder.path(of: "proxy.sock"), seed: settings.seed)
        defer { proxy.stop() }
        let machines = (0..<Self.machineCount).map { number in
            MachineSettings(
                redis: outage.usesProxy ? proxy.url : redis.url,
                upstream: upstream.url,
                // Half of the machines have a disk cache and a quota file, the others only memory.
                folder: number.isMultiple(of: 2) ? folder.url.appending(path: "\(number)") : nil,
                quota: quota ?? 1_000_000,
                hasLongTimeout: false
            )
        }
        let pool = try MachinePool(machines, startsProcesses: settings.startsProcesses)
        let traffic = Traffic(pool: pool, seed: settings.seed, isDistinct: quota != nil)
        async let reports = traffic.run()
        let earlierWarnings = result.report.storeFailures
        let outages = try await causeOutages(for: duration, redis, proxy, pool)
        result.note += "\(outages) outages"
        let end = ContinuousClock.now
        traffic.stop()
        for report in try await reports { result.add(report) }
        // In unit tests, other tests run at the same time and cause timeouts.
        if settings.startsProcesses, let limit = outage.warningLimit {
            result.checkWarnings(since: earlierWarnings, atMost: limit * outages * Self.machineCount)
        }
        if let quota {
            let calls = upstream.calls()
            // In each outage, each machine may send a tenth of the calls that were left.
            let limit = quota + outages * Self.machineCount * quota / 10
            if calls > limit { result.addViolation("\(calls) calls with a quota of \(quota), at most \(limit)") }
            result.note += ", \(calls) calls with a quota of \(quota)"
        } else {
            if result.report.rejected > 0 { result.addViolation("\(result.report.rejected) searches were rejected") }
            result.note += ", \(try await recovery(pool, since: end, &result)); "
        }
        await pool.end()
    }

    /// Returns the number of outages.
    private func causeOutages(
        for duration: Duration,
        _ redis: RedisServer,
        _ proxy: RedisProxy,
        _ pool: MachinePool
    ) async throws -> Int {
        var random = SeededGenerator(seed: settings.seed)
        let end = ContinuousClock.now + duration
        var count = 0
        while .now < end {
            try await Task.sleep(for: .milliseconds(Int.random(in: 100...500, using: &random)))
            if outage.killsMachines { await pool.kill(Int.random(in: 0..<Self.machineCount, using: &random)) }
            try await outage.cause(redis, proxy, Int.random(in: 20...800, using: &random))
            count += 1
        }
        return count
    }

    /// Repeats attempts in which the first machine sends a search and then all others must find its response in Redis.
    /// Returns a description of the time until an attempt succeeded. An attempt that begins after the limit must
    /// succeed.
    private func recovery(
        _ pool: MachinePool,
        since end: ContinuousClock.Instant,
        _ result: inout FleetStressResult
    ) async throws -> String {
        var attempt = 0
        while true {
            attempt += 1
            let isLast = end.duration(to: .now) > recoveryLimit
            let work = Traffic.work(["recovery \(attempt)"])
            if let first = try await pool.perform(work, on: 0, within: Traffic.limit) { result.add(first) }
            let reports = try await pool.perform(within: Traffic.limit) { _ in work }.dropFirst().compactMap { $0 }
            for report in reports { result.add(report) }
            let milliseconds = Int(end.duration(to: .now) / .milliseconds(1))
            let shared = reports.count { $0.sources["shared"] == 1 }
            if shared == Self.machineCount - 1 { return "recovered within \(milliseconds) ms" }
            guard !isLast else {
                result.addViolation("only \(shared + 1) machines share responses again after \(milliseconds) ms")
                return "not recovered"
            }
        }
    }
}
#endif
