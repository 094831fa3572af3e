import Foundation
import SeekSearch
import SeekTestHelpers
import Testing

/// A simulated API with one result for each of `dates`, in seconds since 1970. A search returns at most `cap` results.
struct CappedAPI {
    var dates: [Int]
    var cap: Int
    var pageSize: Int
    /// Returns the total that the API reports for an actual total; nil if it reports none.
    var estimate: (Int64) -> Int64? = { $0 }

    func page(_ step: WindowPlan.Step) -> (ids: [String], total: Int64?, next: PageCursor?) {
        let range = Int(step.window.start.timeIntervalSince1970)..<Int(step.window.end.timeIntervalSince1970)
        let matches = dates.indices.filter { range.contains(dates[$0]) }
        let offset = step.cursor.flatMap { Int($0.rawValue) } ?? 0
        let reachable = matches.prefix(cap)
        let page = reachable.dropFirst(offset).prefix(pageSize)
        let end = offset + page.count
        let next = end < reachable.count ? PageCursor(rawValue: "\(end)") : nil
        return (page.map { "r\($0)" }, estimate(Int64(matches.count)), next)
    }
}

@Suite("Window plans")
struct WindowPlanTests {
    let day = TimeWindow(start: Date(timeIntervalSince1970: 0), end: Date(timeIntervalSince1970: 86400))

    func run(_ plan: inout WindowPlan, _ api: CappedAPI, steps: Int = 10_000) -> [String] {
        var ids: [String] = []
        var remainingSteps = steps
        while remainingSteps > 0, let step = plan.nextStep {
            let page = api.page(step)
            ids += plan.receive(ids: page.ids, total: page.total, next: page.next, cost: 1).map { page.ids[$0] }
            remainingSteps -= 1
        }
        return ids
    }

    @Test("find each result once, up to the cap for each second", arguments: 0..<16)
    func complete(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let count = Int.random(in: 0...1000, using: &random)
        let clusterCount = Int.random(in: 1...5, using: &random)
        let clusters = (0..<clusterCount).map { _ in Int.random(in: 0..<86400, using: &random) }
        let spread = [1, 600, 86400].randomElement(using: &random) ?? 1
        let dates = (0..<count).map { _ in
            let center = clusters.randomElement(using: &random) ?? 0
            return min(max(center + Int.random(in: 0..<spread, using: &random), 0), 86399)
        }
        var plan = WindowPlan(day, rules: .init(cap: 100, pageSize: 10, minimumSeconds: 1))
        let ids = run(&plan, CappedAPI(dates: dates, cap: 100, pageSize: 10))
        #expect(ids.count == Set(ids).count)
        #expect(ids.count == plan.foundCount)
        let perSecond = Dictionary(dates.map { ($0, 1) }, uniquingKeysWith: +)
        let lost = perSecond.values.map { max(0, $0 - 100) }.reduce(0, +)
        #expect(ids.count == count - lost)
        #expect(plan.saturated.count == perSecond.values.count { $0 > 100 })
    }

    @Test(
        "estimate the cost closely for evenly distributed results",
        arguments: [0, 10, 100, 101, 1000, 5000]
    )
    func cost(count: Int) {
        let dates = (0..<count).map { $0 * 86400 / max(count, 1) }
        var plan = WindowPlan(day, rules: .init(cap: 100, pageSize: 10, minimumSeconds: 1))
        let cost = plan.cost(total: Int64(count))
        _ = run(&plan, CappedAPI(dates: dates, cap: 100, pageSize: 10))
        #expect(cost.total == count)
        #expect(cost.windows >= 1)
        #expect(abs(Int64(plan.spentCalls) - cost.pages) <= max(1, cost.pages / 7))
    }

    @Test("can be stored after any page and resumed", arguments: [1, 2, 7, 30])
    func resumed(steps: Int) throws {
        let api = CappedAPI(dates: (0..<1500).map { $0 * 57 }, cap: 100, pageSize: 10)
        var uninterruptedPlan = WindowPlan(day, rules: .init(cap: 100, pageSize: 10, minimumSeconds: 1))
        let expected = run(&uninterruptedPlan, api)
        var plan = WindowPlan(day, rules: .init(cap: 100, pageSize: 10, minimumSeconds: 1))
        var ids: [String] = []
        while plan.nextStep != nil {
            ids += run(&plan, api, steps: steps)
            plan = try JSONDecoder().decode(WindowPlan.self, from: try JSONEncoder().encode(plan))
        }
        #expect(ids == expected)
        #expect(plan == uninterruptedPlan)
    }

    @Test("end with all results if totals are too high, and at the cap if totals are missing")
    func estimates() {
        for factor in [0, 3, 1000] {
            var plan = WindowPlan(day, rules: .init(cap: 100, pageSize: 10, minimumSeconds: 3600))
            var api = CappedAPI(dates: (0..<400).map { $0 * 216 }, cap: 100, pageSize: 10)
            api.estimate = { factor == 0 ? nil : $0 * Int64(factor) }
            let ids = run(&plan, api)
            #expect(ids.count == (factor == 0 ? 100 : 400))
            #expect(plan.nextStep == nil)
        }
    }

    @Test("end a window at a repeated cursor, but not at an empty page")
    func repeatedCursor() {
        var plan = WindowPlan(day, rules: .init(cap: 100, pageSize: 2, minimumSeconds: 1))
        #expect(plan.receive(ids: ["a", "b"], total: 5, next: PageCursor(rawValue: "1"), cost: 1) == [0, 1])
        #expect(plan.receive(ids: [], total: 9, next: PageCursor(rawValue: "2"), cost: 0).isEmpty)
        #expect(plan.nextStep?.cursor?.rawValue == "2")
        #expect(plan.receive(ids: ["b", "c"], total: 1_000, next: PageCursor(rawValue: "1"), cost: 2) == [1])
        #expect(plan.nextStep == nil)
        #expect(plan.spentCalls == 3)
        #expect(plan.foundCount == 3)
        // A page that is received after the end is compared with the earlier results as well.
        #expect(plan.receive(ids: ["d"], total: nil, next: nil, cost: 0) == [0])
    }

    @Test("have windows of whole seconds and of at least one second")
    func windows() {
        let window = TimeWindow(start: Date(timeIntervalSince1970: 1.9), end: Date(timeIntervalSince1970: 0))
        #expect(window.start.timeIntervalSince1970 == 1)
        #expect(window.seconds == 1)
    }

    @Test(
        "have windows of at least one second for dates that are out of range",
        arguments: [-Double.infinity, -1e300, 1e300, .infinity, .nan]
    )
    func farDates(seconds: Double) {
        let far = Date(timeIntervalSince1970: seconds)
        for window in [
            TimeWindow(start: far, end: far), TimeWindow(start: Date(timeIntervalSince1970: 0), end: far),
            TimeWindow(start: far, end: Date(timeIntervalSince1970: 0)),
        ] {
            #expect(window.seconds >= 1)
            #expect(window.end > window.start)
        }
    }

    static let totals = [Int64.min, -1, 0, 1, 1_000, Int64(Int32.max), Int64(Int32.max) + 1, 1 << 53, .max - 1, .max]

    @Test("divide a window into a limited number of parts, whatever the total", arguments: totals)
    func extremeTotals(total: Int64) {
        for (cap, minimum) in [(1, 1), (100, 1), (Int.max, 1), (100, Int.max)] {
            let rules = WindowPlan.Rules(cap: cap, pageSize: 10, minimumSeconds: minimum)
            let decade = TimeWindow(
                start: Date(timeIntervalSince1970: 0),
                end: Date(timeIntervalSince1970: 315_360_000)
            )
            var plan = WindowPlan(decade, rules: rules)
            #expect(plan.cost(total: total).pages >= 1)
            _ = plan.receive(ids: [], total: total, next: nil, cost: .max)
            _ = plan.receive(ids: [], total: total, next: nil, cost: .max)
            #expect(plan.pending.count < 2 * WindowPlan.maximumParts)
        }
    }
}
