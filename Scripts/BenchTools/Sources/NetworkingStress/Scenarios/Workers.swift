import SeekTestHelpers

/// Runs workers, each with its own random numbers, and adds up their records.
func runWorkers(
    _ workerCount: Int,
    _ random: SeededGenerator,
    work: @escaping @Sendable (Int, inout SeededGenerator) async -> StressTestRecord
) async -> StressTestRecord {
    await withTaskGroup(of: StressTestRecord.self) { group in
        var random = random
        for worker in 0..<workerCount {
            let seed = random.next()
            group.addTask {
                var random = SeededGenerator(seed: seed)
                return await work(worker, &random)
            }
        }
        return await group.reduce(into: StressTestRecord()) { $0.add($1) }
    }
}

/// Returns the part of `count` that a worker performs, so that the parts of all workers add up to it.
func share(_ count: Int, of workerCount: Int, for worker: Int) -> Int {
    count / workerCount + (worker < count % workerCount ? 1 : 0)
}

extension StressTestRecord {
    /// Returns the record of a test that could not be run: the reason as a violation.
    static func failed(_ reason: String) -> StressTestRecord {
        var record = StressTestRecord()
        record.addViolation(reason)
        return record
    }
}
