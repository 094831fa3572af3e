#if os(Linux)
import BenchKit
import Foundation
import SeekTestHelpers

/// The program `redis-benchmark`, which comes with Redis.
enum BenchmarkProgram {
    /// Gets a key on 16 connections, each without pipelining, and returns the gets per second.
    static func getsPerSecond(_ key: String, count: Int, socket: String) async throws -> Double {
        let folder = try TemporaryFolder()
        let log = folder.file("benchmark.csv")
        let program = try ChildProgram(
            "redis-benchmark",
            ["-s", socket, "-n", "\(count)", "-c", "\(FleetBench.machineCount)", "-P", "1", "--csv", "GET", key],
            log: log
        )
        let status = await program.status(within: .seconds(120))
        let output = try String(contentsOf: log, encoding: .utf8)
        // A header line, then: "GET key","57636.89",…
        let cells = output.split(separator: "\n").last?.split(separator: ",") ?? []
        guard status == 0, cells.count > 1, let value = Double(cells[1].filter { $0 != "\"" }) else {
            throw BenchFailure(description: "redis-benchmark: \(output)")
        }
        return value
    }
}
#endif
