/// The amount of work of the bench `networking`.
public struct BenchLoad: Sendable {
    /// The number of rounds of a comparison.
    public var rounds: Int
    /// The number of requests per round; through URLSession, an eighth of them.
    public var requestsPerRound: Int
    /// The number of requests over which memory is measured.
    public var memoryRequests: Int

    /// Creates a load.
    public init(rounds: Int, requestsPerRound: Int, memoryRequests: Int) {
        self.rounds = rounds
        self.requestsPerRound = requestsPerRound
        self.memoryRequests = memoryRequests
    }

    /// The load used for the figures in the README.
    public static let full = BenchLoad(rounds: 31, requestsPerRound: 1200, memoryRequests: 100_000)
}
