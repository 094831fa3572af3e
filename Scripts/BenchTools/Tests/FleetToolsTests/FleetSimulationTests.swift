#if os(Linux)
import Testing

@testable import FleetBench

@Suite("The simulation of a fleet of machines")
struct FleetSimulationTests {
    @Test(
        "machines with wrong clocks make no more API calls than an ideal cache, and under 4 Redis commands per search"
    )
    func sharing() async {
        let outcome = await FleetSimulation(machineCount: 40, textCount: 200).run()
        #expect((1_000...1_400).contains(outcome.searches))
        #expect(outcome.failures == 0)
        #expect(outcome.calls <= outcome.idealCalls)
        #expect(outcome.usage.commands < 4 * outcome.searches)
    }

    @Test("machines that search the same text at the same time wait for one fetch")
    func waiting() async {
        let outcome = await FleetSimulation(machineCount: 40, duration: 20, interval: 2, textCount: 50).run()
        #expect(outcome.failures == 0)
        #expect(outcome.usage.waits > 0)
        #expect(outcome.calls == outcome.idealCalls)
    }

    @Test("equal seeds produce equal results, and another seed other results")
    func repeatable() async {
        let outcomes = [await FleetSimulation(machineCount: 5).run(), await FleetSimulation(machineCount: 5).run()]
        #expect(outcomes[0].searches == outcomes[1].searches)
        #expect(outcomes[0].calls == outcomes[1].calls)
        #expect(await FleetSimulation(machineCount: 5, seed: 2).run().searches != outcomes[0].searches)
    }
}
#endif
