package import BenchKit

extension StressTest {
    package static let cache = [
        StressTest("kill −9 while writing", needsProcesses: true, run: Kills.run),
        StressTest("8 processes on one store", needsProcesses: true, run: SharedStore.run),
        StressTest("disk full", run: FullDisk.run),
        StressTest("flipped and truncated at every 512th byte", run: Corruption.run),
        StressTest("read-only folder", needsProcesses: true, run: UnusualEnvironments.readOnly),
        StressTest("files replaced by folders", run: UnusualEnvironments.replaced),
        StressTest("clock set back", run: UnusualEnvironments.clock),
        StressTest("1 GB of values with a limit of 64 MB", run: OverfilledStore.run),
        StressTest("100 MB in one value", run: UnusualValues.large),
        StressTest("unusual keys, and two keys with the same hash", run: UnusualValues.keys),
    ]
}
