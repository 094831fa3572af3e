import Foundation

/// A stress test of the cache. Scale 1 is the default amount of work.
public struct CacheTorment: Sendable {
    /// The name in the report.
    public let name: String
    /// Whether it starts this program as child processes, which a test process cannot do.
    public let needsProcesses: Bool
    /// Runs the test at a scale with a seed.
    public let run: @Sendable (_ scale: Double, _ seed: UInt64) async throws -> Findings

    /// All stress tests.
    public static let all = [
        CacheTorment("kill −9 while writing", needsProcesses: true, Kills.run),
        CacheTorment("8 processes on one store", needsProcesses: true, Sharing.run),
        CacheTorment("disk full", FullDisk.run),
        CacheTorment("flipped and cut at every 512th byte", Damage.run),
        CacheTorment("read-only folder", needsProcesses: true, OddPlaces.readOnly),
        CacheTorment("files replaced by folders", OddPlaces.replaced),
        CacheTorment("clock set back", OddPlaces.clock),
        CacheTorment("1 GB through 64 MB", Stream.run),
        CacheTorment("100 MB in one value", OddValues.large),
        CacheTorment("odd keys, and two with one hash", OddValues.keys),
    ]

    init(
        _ name: String,
        needsProcesses: Bool = false,
        _ run: @escaping @Sendable (Double, UInt64) async throws -> Findings
    ) {
        self.name = name
        self.needsProcesses = needsProcesses
        self.run = run
    }
}

extension Double {
    /// Returns a count at this scale, at least 1.
    func count(_ count: Int) -> Int { max(Int(Double(count) * self), 1) }
}
