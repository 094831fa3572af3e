/// How much the bench of the cache does.
public struct CacheBenchLoad: Sendable {
    /// The rounds of a comparison.
    public var rounds: Int
    /// The entries of a store.
    public var entries: Int
    /// The entries of the large store, whose growth must not be felt.
    public var manyEntries: Int
    /// What the files take part with: each takes long.
    public var files: Int
    /// The requests of the trace.
    public var requests: Int

    /// Makes a load.
    public init(rounds: Int, entries: Int, manyEntries: Int, files: Int, requests: Int) {
        self.rounds = rounds
        self.entries = entries
        self.manyEntries = manyEntries
        self.files = files
        self.requests = requests
    }

    /// What the figures in the READMEs come from.
    public static let full = CacheBenchLoad(
        rounds: 11,
        entries: 10_000,
        manyEntries: 100_000,
        files: 1_000,
        requests: 1_000_000
    )
}
