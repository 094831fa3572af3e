#if os(Linux)
import BenchKit
import BenchTool
import SeekTestHelpers
import Testing

@testable import FleetBench

@Suite("The bench of a fleet of machines", .enabled(if: RedisServer.isInstalled, "run Scripts/bootstrap"))
struct FleetBenchTests {
    @Test("each row is reported with a figure; round trips, upstream calls and the quota meet their goals")
    func rows() async throws {
        let load = FleetBench.Load(rounds: 1, reads: 64, searches: 400, races: 1, startsProcesses: false)
        var rows: [BenchResult] = []
        try await FleetBench(load: load).run { rows.append($0) }
        #expect(
            rows.map(\.name) == [
                "redis-get-vs-c", "redis-throughput-vs-benchmark", "round-trips", "round-trips-uncached",
                "fleet-upstream", "quota-exact",
            ]
        )
        #expect(rows.allSatisfy { $0.value.isFinite })
        #expect(rows.filter { $0.baseline != nil }.allSatisfy { $0.ratio != nil })
        let exact = ["round-trips", "round-trips-uncached", "fleet-upstream", "quota-exact"]
        #expect(rows.filter { exact.contains($0.name) }.filter { !$0.isGoalMet }.map(\.name) == [])
    }

    @Test("the program `bench` has seven benches")
    func names() {
        #expect(NamedBench.all.map(\.name) == ["networking", "cache", "testhelpers", "search", "repo", "fleet", "web"])
    }
}
#endif
