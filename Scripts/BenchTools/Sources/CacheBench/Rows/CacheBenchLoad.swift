/// The amount of work of the bench `cache`.
public struct CacheBenchLoad: Sendable {
    /// The number of rounds of a comparison.
    var rounds: Int
    /// The number of entries of a store.
    var entries: Int
    /// The number of entries of the large store.
    var manyEntries: Int
    /// The number of files to write. Writing is slow, because each file is synced.
    var files: Int
    /// The number of requests in the measurement of the hit ratio.
    var requests: Int

    /// The load used for the figures in the README.
    public static let full = CacheBenchLoad(
        rounds: 11,
        entries: 10_000,
        manyEntries: 100_000,
        files: 1_000,
        requests: 1_000_000
    )
}
