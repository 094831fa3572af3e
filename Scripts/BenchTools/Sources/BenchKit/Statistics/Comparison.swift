/// What several contestants took in the same rounds, by name. A pure value.
///
/// In each round all contestants run one after the other. So a ratio is taken within a round, where the machine was the
/// same for both, and the median of those ratios is what counts: a neighbour's build that slows ten rounds slows both
/// sides.
public struct Comparison: Sendable, Hashable {
    private var samples: [String: [Double]] = [:]

    /// Makes an empty comparison.
    public init() {}

    /// Takes in one contestant's figure of the round under way.
    public mutating func add(_ value: Double, for contestant: String) {
        samples[contestant, default: []].append(value)
    }

    /// The median over the rounds; nil where the contestant never ran.
    public func median(of contestant: String) -> Double? {
        samples[contestant]?.median
    }

    /// The median of the rounds' ratios; nil where no round has both, or the baseline took nothing.
    public func ratio(of contestant: String, to baseline: String) -> Double? {
        guard let values = samples[contestant], let base = samples[baseline] else { return nil }
        return zip(values, base).filter { $0.1 > 0 }.map { $0.0 / $0.1 }.median
    }

    /// The order of the contestants in a round: each round begins with another, so that none always comes after the
    /// same.
    public static func order(of count: Int, inRound round: Int) -> [Int] {
        guard count > 0 else { return [] }
        let rotated = (0..<count).map { ($0 + round) % count }
        return round / count % 2 == 0 ? rotated : rotated.reversed()
    }
}

/// Who takes part in a comparison: a name, and a round of its work.
public struct Contestant: Sendable {
    /// What the rows call it.
    public let name: String
    /// Does one round of work and returns what it took, each measure under its name.
    public let round: @Sendable () async throws -> [String: Double]

    /// Makes a contestant.
    public init(_ name: String, round: @escaping @Sendable () async throws -> [String: Double]) {
        self.name = name
        self.round = round
    }
}

/// Lets the contestants run in alternating rounds, after one round that does not count: it opens the connections and
/// warms caches.
///
/// - Returns: a comparison for each measure the contestants return.
public func compare(_ contestants: [Contestant], rounds: Int) async throws -> [String: Comparison] {
    var comparisons: [String: Comparison] = [:]
    for round in -1..<rounds {
        for index in Comparison.order(of: contestants.count, inRound: max(round, 0)) {
            let contestant = contestants[index]
            let measures = try await contestant.round()
            guard round >= 0 else { continue }
            for (measure, value) in measures {
                comparisons[measure, default: Comparison()].add(value, for: contestant.name)
            }
        }
    }
    return comparisons
}
