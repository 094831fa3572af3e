/// The amount of work of the bench `cache`.
public struct CacheBenchLoad: Sendable {
    /// The number of rounds of a comparison.
    public var rounds: Int
    /// The number of entries of a store.
    public var entries: Int
    /// The number of entries of the large store.
    public var manyEntries: Int
    /// The number of files to write. Writing is slow, because each file is synced.
    public var files: Int
    /// The number of requests of the trace.
    public var requests: Int

    /// Creates a load.
    public init(rounds: Int, entries: Int, manyEntries: Int, files: Int, requests: Int) {
        self.rounds = rounds
        self.entries = entries
        self.manyEntries = manyEntries
        self.files = files
        self.requests = requests
    }

    /// The load used for the figures in the README.
    public static let full = CacheBenchLoad(
        rounds: 11,
        entries: 10_000,
        manyEntries: 100_000,
        files: 1_000,
        requests: 1_000_000
    )
}
