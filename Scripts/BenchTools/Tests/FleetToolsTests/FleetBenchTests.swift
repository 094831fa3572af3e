#if os(Linux)
import BenchKit
import BenchTool
import FleetBench
import SeekTestHelpers
import Synchronization
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("The bench of a fleet", .enabled(if: RedisServer.isInstalled, "run Scripts/bootstrap"))
struct FleetBenchTests {
    @Test("each row is reported with a figure, and the goals that do not depend on the machine are met")
    func rows() async throws {
        let load = FleetBench.Load(
            rounds: 1,
            reads: 64,
            searches: 400,
            races: 1,
            simulatedMachines: [20],
            startsProcesses: false
        )
        let output = Mutex<[String]>([])
        let status = await BenchCommand.run(
            ["fleet", "--json"],
            benches: [.fleet(load: load)],
            output: { line in output.withLock { $0.append(line) } },
            problems: { Issue.record("\($0)") }
        )
        #expect(status == 0)
        let rows = try output.withLock { try $0.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) } }
        #expect(
            rows.map(\.name) == [
                "redis-get-vs-c", "redis-throughput-vs-benchmark", "round-trips", "round-trips-uncached",
                "fleet-upstream", "quota-exact", "simulated-upstream-20", "simulated-commands-20", "simulated-bytes-20",
                "simulated-limit-20", "simulated-hottest-20",
            ]
        )
        #expect(rows.allSatisfy { $0.value != nil })
        #expect(rows.filter { $0.baseline != nil }.allSatisfy { $0.ratio != nil })
        let exact = ["round-trips", "round-trips-uncached", "fleet-upstream", "quota-exact", "simulated-upstream-20"]
        #expect(rows.filter { exact.contains($0.name) }.filter { !$0.holds }.map(\.name) == [])
    }

    @Test("the program has six benches, including that of a fleet")
    func names() {
        #expect(NamedBench.all.map(\.name) == ["networking", "cache", "testhelpers", "search", "fleet", "web"])
    }

    private struct Line: Decodable {
        var name: String
        var value: Double?
        var baseline: String?
        var ratio: Double?
        var holds: Bool
    }
}
#endif
