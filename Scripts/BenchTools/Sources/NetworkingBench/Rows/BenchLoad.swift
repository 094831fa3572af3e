/// The amount of work of a bench.
public struct BenchLoad: Sendable {
    /// The number of rounds of a comparison.
    public var rounds: Int
    /// The number of requests per round; URLSession sends an eighth of it.
    public var requestsPerRound: Int
    /// The number of requests over which memory is measured.
    public var memoryRequests: Int

    /// Creates a load.
    public init(rounds: Int, requestsPerRound: Int, memoryRequests: Int) {
        self.rounds = rounds
        self.requestsPerRound = requestsPerRound
        self.memoryRequests = memoryRequests
    }

    /// The load of the figures in the README.
    public static let full = BenchLoad(rounds: 31, requestsPerRound: 1200, memoryRequests: 100_000)
}
