#if os(Linux)
package import BenchKit
import Fleet
import Foundation
import SeekTestHelpers

/// The bench `fleet`: several machines that share one Redis, compared with hiredis, `redis-benchmark` and one machine.
package struct FleetBench: Sendable {
    package struct Load: Sendable {
        var rounds = 15
        var reads = 4_000
        var searches = 10_000
        /// The number of times that all machines compete for a quota.
        var races = 20
        /// Whether each machine is a child process of this program; otherwise, as in tests, it consists of tasks.
        var startsProcesses = true

        /// The load used for the figures in the README.
        package static let full = Load()
    }

    /// The number of machines, and of concurrent callers of Redis.
    static let machineCount = 16

    let load: Load

    package init(load: Load = .full) { self.load = load }

    package func run(_ emit: (BenchResult) -> Void) async throws {
        for row in try await reads() { emit(row) }
        for row in try await roundTrips() { emit(row) }
        emit(try await fleetUpstream())
        emit(try await quotaExact())
    }

    func withMachines<Value: Sendable>(
        _ count: Int,
        _ settings: @Sendable (Int) -> MachineSettings,
        _ work: (MachinePool) async throws -> Value
    ) async throws -> Value {
        let pool = try MachinePool((0..<count).map(settings), startsProcesses: load.startsProcesses)
        do {
            let value = try await work(pool)
            await pool.end()
            return value
        } catch {
            await pool.end()
            throw error
        }
    }

    /// Returns the sum of the machines' reports.
    ///
    /// - Throws: ``BenchKit/BenchFailure`` if a search failed or returned a wrong response, or a machine was killed.
    func sum(_ reports: [MachineReport?]) throws -> MachineReport {
        let sum = reports.compactMap { $0 }.reduce(MachineReport(), +)
        guard sum.failed + sum.wrong == 0, !reports.contains(where: { $0 == nil }) else {
            let errors = sum.errors.joined(separator: "; ")
            throw BenchFailure(description: "failed searches, wrong responses, or a killed machine: \(errors)")
        }
        return sum
    }
}
#endif
