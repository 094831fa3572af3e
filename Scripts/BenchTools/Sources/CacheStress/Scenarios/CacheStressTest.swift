public import BenchKit

/// A stress test of the cache.
public struct CacheStressTest: Sendable {
    /// The name in the report.
    public let name: String
    /// Whether the test starts this program as child processes, which is impossible in a process of unit tests.
    public let needsProcesses: Bool
    /// Runs the test at a scale with a seed.
    public let run: @Sendable (_ scale: Scale, _ seed: UInt64) async throws -> CacheStressResult

    /// All stress tests.
    public static let all = [
        CacheStressTest("kill −9 while writing", needsProcesses: true, Kills.run),
        CacheStressTest("8 processes on one store", needsProcesses: true, SharedStore.run),
        CacheStressTest("disk full", FullDisk.run),
        CacheStressTest("flipped and truncated at every 512th byte", Corruption.run),
        CacheStressTest("read-only folder", needsProcesses: true, UnusualEnvironments.readOnly),
        CacheStressTest("files replaced by folders", UnusualEnvironments.replaced),
        CacheStressTest("clock set back", UnusualEnvironments.clock),
        CacheStressTest("1 GB of values with a limit of 64 MB", OverfilledStore.run),
        CacheStressTest("100 MB in one value", UnusualValues.large),
        CacheStressTest("unusual keys, and two keys with the same hash", UnusualValues.keys),
    ]

    init(
        _ name: String,
        needsProcesses: Bool = false,
        _ run: @escaping @Sendable (Scale, UInt64) async throws -> CacheStressResult
    ) {
        self.name = name
        self.needsProcesses = needsProcesses
        self.run = run
    }
}
