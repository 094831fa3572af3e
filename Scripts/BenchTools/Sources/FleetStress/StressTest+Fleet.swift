#if os(Linux)
package import BenchKit

extension StressTest {
    package static let fleet =
        [
            StressTest("16 machines, kill −9, 100 searches", run: QuotaRace.run),
            StressTest("8 machines, clocks hours apart", run: WrongClocks.run),
        ] + Outage.all.map { outage in StressTest(outage.name) { try await Storm(outage, $0).run() } }
}
#endif
