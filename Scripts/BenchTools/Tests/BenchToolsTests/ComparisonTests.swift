import BenchKit
import Synchronization
import Testing

@Suite("Medians and ratios")
struct ComparisonTests {
    @Test(
        "the median is the middle value, or the mean of the middle two",
        arguments: [([3, 1, 2], 2), ([4, 1, 3, 2], 2.5), ([7], 7), ([1, 1, 1000], 1)] as [([Double], Double)]
    )
    func median(values: [Double], expected: Double) {
        #expect(values.median == expected)
    }

    @Test("without values, there is neither a median nor a ratio")
    func empty() {
        #expect([Double]().median == nil)
        #expect(Comparison().median(of: "a") == nil)
        #expect(Comparison().ratio(of: "a", to: "b") == nil)
    }

    @Test("ratios are computed within each round, so that a slow round does not distort them")
    func ratio() {
        var comparison = Comparison()
        for (ours, base) in [(2.0, 1.0), (200, 100), (2, 1), (6, 2)] {
            comparison.add([.time: ours], for: "ours")
            comparison.add([.time: base], for: "base")
        }
        #expect(comparison.ratio(of: "ours", to: "base") == 2)
        #expect(comparison.ratio(of: "base", to: "ours") == 0.5)
        #expect(comparison.median(of: "ours") == 4)
    }

    @Test("a baseline of zero has no ratio")
    func zero() {
        var comparison = Comparison()
        comparison.add([.time: 1], for: "ours")
        comparison.add([.time: 0], for: "base")
        #expect(comparison.ratio(of: "ours", to: "base") == nil)
    }

    @Test("every contestant runs first in some round, and directly after each other contestant in some round")
    func order() {
        let orders = (0..<6).map { Comparison.order(of: 3, inRound: $0) }
        #expect(orders.allSatisfy { $0.sorted() == [0, 1, 2] })
        #expect(Set(orders.map { $0[0] }) == [0, 1, 2])
        let pairs = orders.flatMap { [[$0[0], $0[1]], [$0[1], $0[2]]] }
        #expect(Set(pairs).count == 6)
        #expect(Comparison.order(of: 0, inRound: 1).isEmpty)
    }

    @Test("the warm-up round is not counted, and each measure is compared separately")
    func rounds() async throws {
        let calls = Mutex(0)
        let contestant = Contestant("a") {
            let call = calls.withLock { calls in
                calls += 1
                return calls
            }
            return [.time: call == 1 ? 1000 : 2, .processor: 3]
        }
        let result = try await compare([contestant], rounds: 3)
        #expect(calls.withLock { $0 } == 4)
        #expect(result.median(of: "a") == 2)
        #expect(result.median(of: "a", .processor) == 3)
    }

    @Test("a time row contains the contestant's time, and a rate row the contestant's operations per second")
    func rows() {
        var comparison = Comparison()
        comparison.add([.time: 2_000], for: "ours")
        comparison.add([.time: 1_000], for: "base")
        let goal = Goal.ratioAtLeast(0)
        let time = comparison.timeRow("a", of: "ours", to: "base", label: "C", unit: "ms", goal: goal)
        #expect(time == BenchResult("a", 2, "ms", baseline: "C", ratio: 2, goal: goal))
        #expect(comparison.timeRow("a", of: "ours", to: "base", goal: goal).value == 2_000)
        let rate = comparison.rateRow("a", of: "ours", to: "base", unit: "gets/s", goal: goal)
        #expect(rate == BenchResult("a", 500, "gets/s", baseline: "base", ratio: 0.5, goal: goal))
    }

    @Test("the warm-up round does not count for the median of a figure")
    func medianOfRounds() {
        var figures = [1_000.0, 3, 1, 2][...]
        #expect(BenchKit.median(rounds: 3) { figures.removeFirst() } == 2)
        #expect(figures.isEmpty)
    }

    @Test("concurrent tasks do the work once for each number", arguments: [(0, 3), (2, 3), (10, 3)])
    func concurrency(count: Int, tasks: Int) async throws {
        let numbers = Mutex<[Int]>([])
        try await concurrently(count, tasks: tasks) { number in numbers.withLock { $0.append(number) } }
        #expect(numbers.withLock { $0.sorted() } == Array(0..<count))
    }
}
