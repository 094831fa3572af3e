import Foundation

/// What is measured, per operation.
package enum Measure: Sendable, Hashable {
    /// The elapsed time in microseconds.
    case time
    /// The processor time of all threads of this process in microseconds, including system time.
    case processor
}

/// Runs work that consists of a number of operations, and returns its measures per operation.
package func timed(_ count: Int, _ work: () async throws -> Void) async rethrows -> [Measure: Double] {
    let (start, used) = (ContinuousClock.now, processorMicroseconds)
    try await work()
    let (time, processor) = (start.duration(to: .now) / .microseconds(1), processorMicroseconds - used)
    return [.time: time / Double(count), .processor: processor / Double(count)]
}

/// Runs work once for each number below `count`, in several tasks.
package func concurrently(
    _ count: Int,
    tasks: Int,
    _ work: @escaping @Sendable (_ number: Int) async throws -> Void
) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<tasks {
            group.addTask {
                for number in stride(from: task, to: count, by: tasks) { try await work(number) }
            }
        }
        try await group.waitForAll()
    }
}

/// Returns the median of a figure over rounds, after a warm-up round.
package func median(rounds: Int, _ figure: () throws -> Double) rethrows -> Double? {
    var samples: [Double] = []
    for round in -1..<rounds {
        let sample = try figure()
        if round >= 0 { samples.append(sample) }
    }
    return samples.median
}

private var processorMicroseconds: Double {
    var usage = rusage()
    #if canImport(Glibc)
    getrusage(RUSAGE_SELF.rawValue, &usage)
    #else
    getrusage(RUSAGE_SELF, &usage)
    #endif
    return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) * 1e6 + Double($1.tv_usec) }
}
