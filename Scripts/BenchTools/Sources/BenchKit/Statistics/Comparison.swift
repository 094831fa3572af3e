/// The measurements of several contestants in the same rounds. In each round, all contestants run one after the other.
/// Ratios are computed within a round, where other load on the machine affects both sides, and their median over the
/// rounds is reported.
public struct Comparison: Sendable, Hashable {
    private var samples: [String: [Double]] = [:]

    /// Creates an empty comparison.
    public init() {}

    /// Adds a contestant's figure of the current round.
    public mutating func add(_ value: Double, for contestant: String) {
        samples[contestant, default: []].append(value)
    }

    /// Returns the median over the rounds, or nil if the contestant never ran.
    public func median(of contestant: String) -> Double? {
        samples[contestant]?.median
    }

    /// Returns the median of the ratios over the rounds in which the baseline is positive, or nil if there is none.
    public func ratio(of contestant: String, to baseline: String) -> Double? {
        guard let values = samples[contestant], let base = samples[baseline] else { return nil }
        return zip(values, base).filter { $0.1 > 0 }.map { $0.0 / $0.1 }.median
    }

    /// Returns the order of the contestants in a round. It changes, so that no contestant always follows the same one.
    public static func order(of count: Int, inRound round: Int) -> [Int] {
        guard count > 0 else { return [] }
        let rotated = (0..<count).map { ($0 + round) % count }
        return round / count % 2 == 0 ? rotated : rotated.reversed()
    }
}

/// A contestant of a comparison.
public struct Contestant: Sendable {
    /// The name of the contestant in the comparison.
    public let name: String
    /// Performs a round of work and returns its measures by name.
    public let round: @Sendable () async throws -> [String: Double]

    /// Creates a contestant.
    public init(_ name: String, round: @escaping @Sendable () async throws -> [String: Double]) {
        self.name = name
        self.round = round
    }
}

/// Runs the contestants in rounds, after a warm-up round that opens connections and fills caches.
///
/// - Returns: A comparison for each measure the contestants return.
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
