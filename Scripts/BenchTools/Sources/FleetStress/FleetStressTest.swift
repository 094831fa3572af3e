#if os(Linux)
public import BenchKit

/// The amount of work of a stress test of a fleet.
public struct FleetLoad: Sendable {
    /// The amount of work relative to the default.
    public var scale: Scale
    /// The seed of the random numbers.
    public var seed: UInt64
    /// Whether each machine is a process of its own. Otherwise, a machine consists of tasks of this process and is not
    /// killed.
    public var startsProcesses: Bool

    /// Creates a load.
    public init(scale: Scale, seed: UInt64, startsProcesses: Bool) {
        self.scale = scale
        self.seed = seed
        self.startsProcesses = startsProcesses
    }
}

/// A stress test of machines that share one Redis.
public struct FleetStressTest: Sendable {
    /// The name in the report.
    public let name: String
    /// Runs the test.
    public let run: @Sendable (_ load: FleetLoad) async throws -> FleetStressResult

    /// Creates a stress test.
    init(_ name: String, _ run: @escaping @Sendable (FleetLoad) async throws -> FleetStressResult) {
        self.name = name
        self.run = run
    }

    /// All stress tests.
    public static let all =
        [
            FleetStressTest("16 machines, kill −9, 100 searches", QuotaRace.run),
            FleetStressTest("8 machines, clocks hours apart", WrongClocks.run),
        ] + Outage.all.map { outage in FleetStressTest(outage.name) { try await Storm(outage, $0).run() } }
}
#endif
