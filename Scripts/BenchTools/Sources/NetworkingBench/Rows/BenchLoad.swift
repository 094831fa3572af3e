/// How much a bench does.
public struct BenchLoad: Sendable {
    /// The rounds of a comparison.
    public var rounds: Int
    /// What a fast contestant sends in a round; URLSession sends an eighth of it.
    public var requestsPerRound: Int
    /// The requests over which memory must not grow.
    public var memoryRequests: Int

    /// Makes a load.
    public init(rounds: Int, requestsPerRound: Int, memoryRequests: Int) {
        self.rounds = rounds
        self.requestsPerRound = requestsPerRound
        self.memoryRequests = memoryRequests
    }

    /// What the figures in the READMEs come from.
    public static let full = BenchLoad(rounds: 31, requestsPerRound: 1200, memoryRequests: 100_000)
}
