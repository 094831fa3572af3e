#if os(Linux)
import BenchKit
import Fleet
import SeekTestHelpers
import Synchronization

/// Runs searches on all machines until ``stop()`` is called.
final class Traffic: Sendable {
    /// The time in which a machine must finish a batch of searches.
    static let limit = Duration.seconds(30)
    static let batchSize = 20

    private let pool: MachinePool
    private let seed: UInt64
    private let isDistinct: Bool
    private let isStopped = Atomic(false)
    private let start = ContinuousClock.now
    private let distribution = ZipfDistribution(count: 100)

    /// - Parameter isDistinct: Whether each search has a different text. Otherwise, texts are drawn by Zipf's law from
    ///   a set that is replaced each second.
    init(pool: MachinePool, seed: UInt64, isDistinct: Bool) {
        self.pool = pool
        self.seed = seed
        self.isDistinct = isDistinct
    }

    /// Returns work with the given texts. All work has the same prefix, so that the machines share responses.
    static func work(_ texts: [String], concurrency: Int = 1) -> MachineWork {
        MachineWork(prefix: "storm", texts: texts, concurrency: concurrency)
    }

    /// Searches until ``stop()`` is called, and returns the reports.
    func run() async throws -> [MachineReport] {
        try await withThrowingTaskGroup(of: MachineReport.self) { group in
            for machine in 0..<pool.count { group.addTask { try await self.run(machine) } }
            var reports: [MachineReport] = []
            for try await report in group { reports.append(report) }
            return reports
        }
    }

    /// Ends the searches after the current batches.
    func stop() { isStopped.store(true, ordering: .relaxed) }

    private func run(_ machine: Int) async throws -> MachineReport {
        var random = SeededGenerator(seed: seed &+ UInt64(machine))
        var (sum, number) = (MachineReport(), 0)
        while !isStopped.load(ordering: .relaxed), !Task.isCancelled {
            let texts = (0..<Self.batchSize).map { _ in
                number += 1
                return text(number, of: machine, &random)
            }
            let work = Self.work(texts, concurrency: isDistinct ? 1 : 4)
            if let report = try await pool.perform(work, on: machine, within: Self.limit) { sum = sum + report }
        }
        return sum
    }

    private func text(_ number: Int, of machine: Int, _ random: inout SeededGenerator) -> String {
        if isDistinct { return "distinct \(machine) \(number)" }
        let second = start.duration(to: .now).components.seconds
        return "storm \(second) \(distribution.rank(at: .random(in: 0..<1, using: &random)))"
    }
}
#endif
