/// The amount of work of the bench `networking`.
public struct BenchLoad: Sendable {
    /// The number of rounds of a comparison.
    var rounds: Int
    /// The number of requests per round; through URLSession, an eighth of them.
    var requestsPerRound: Int
    /// The number of requests over which memory is measured.
    var memoryRequests: Int

    /// The load used for the figures in the README.
    public static let full = BenchLoad(rounds: 31, requestsPerRound: 1200, memoryRequests: 100_000)
}
