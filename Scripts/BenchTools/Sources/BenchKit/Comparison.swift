import Foundation

/// The measurements of several contestants in the same rounds. In each round, all contestants run one after the other.
/// Ratios are computed within a round, where other load on the machine affects both sides, and their median over the
/// rounds is reported.
package struct Comparison: Sendable, Hashable {
    private var samples: [Measure: [String: [Double]]] = [:]

    package init() {}

    /// Adds what a contestant has measured in the current round.
    package mutating func add(_ measures: [Measure: Double], for contestant: String) {
        for (measure, value) in measures { samples[measure, default: [:]][contestant, default: []].append(value) }
    }

    /// Returns the median over the rounds, or nil if the contestant has not reported the measure.
    package func median(of contestant: String, _ measure: Measure = .time) -> Double? {
        samples[measure]?[contestant]?.median
    }

    /// Returns the median of the ratios over the rounds in which the baseline is positive, or nil if there is none.
    package func ratio(of contestant: String, to baseline: String, _ measure: Measure = .time) -> Double? {
        guard let values = samples[measure]?[contestant], let base = samples[measure]?[baseline] else { return nil }
        return zip(values, base).filter { $0.1 > 0 }.map { $0.0 / $0.1 }.median
    }

    /// Returns the order of the contestants in a round. The order differs between rounds, so that no contestant always
    /// runs after the same other contestant.
    package static func order(of count: Int, inRound round: Int) -> [Int] {
        guard count > 0 else { return [] }
        let rotated = (0..<count).map { ($0 + round) % count }
        return round / count % 2 == 0 ? rotated : rotated.reversed()
    }
}

/// A side of a ``Comparison``, such as Seek or a baseline.
package struct Contestant: Sendable {
    package let name: String
    /// Performs a round of work and returns what it has measured.
    package let round: @Sendable () async throws -> [Measure: Double]

    package init(_ name: String, round: @escaping @Sendable () async throws -> [Measure: Double]) {
        self.name = name
        self.round = round
    }
}

/// Runs the contestants in rounds, after a warm-up round that opens connections and fills caches.
package func compare(_ contestants: [Contestant], rounds: Int) async throws -> Comparison {
    var comparison = Comparison()
    for round in -1..<rounds {
        for index in Comparison.order(of: contestants.count, inRound: max(round, 0)) {
            let measures = try await contestants[index].round()
            if round >= 0 { comparison.add(measures, for: contestants[index].name) }
        }
    }
    return comparison
}

extension Comparison {
    /// Returns a row with the time of a contestant in µs or ms, and its ratio to the time of a baseline. `label` is the
    /// name of the baseline in the table.
    package func timeRow(
        _ name: String,
        of contestant: String,
        to baseline: String,
        label: String? = nil,
        unit: String = "µs",
        goal: Goal
    ) -> BenchResult {
        let time = median(of: contestant).map { unit == "ms" ? $0 / 1_000 : $0 }
        let ratio = ratio(of: contestant, to: baseline)
        return BenchResult(name, time, unit, baseline: label ?? baseline, ratio: ratio, goal: goal)
    }

    /// Returns a row with the operations per second of a contestant, and their ratio to those of a baseline. `label` is
    /// the name of the baseline in the table.
    package func rateRow(
        _ name: String,
        of contestant: String,
        to baseline: String,
        label: String? = nil,
        unit: String,
        goal: Goal
    ) -> BenchResult {
        // The ratio of two rates is the inverse of the ratio of the times, which are in microseconds.
        let rate = median(of: contestant).map { 1e6 / $0 }
        let ratio = ratio(of: baseline, to: contestant)
        return BenchResult(name, rate, unit, baseline: label ?? baseline, ratio: ratio, goal: goal)
    }
}

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

extension Collection<Double> {
    /// The median, or nil if there are no values. For an even number of values, the mean of the middle two.
    ///
    /// Rows report medians, because the outliers of a shared machine are all too slow and would raise a mean.
    package var median: Double? {
        guard !isEmpty else { return nil }
        let sorted = self.sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
