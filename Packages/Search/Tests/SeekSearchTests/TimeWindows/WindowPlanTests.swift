import Foundation
import SeekTestHelpers
import Testing

@_spi(Seek) @testable import SeekSearch

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
    let rules = WindowPlan.Rules(cap: 100, pageSize: 10, minimumSeconds: 1)

    func run(
        _ plan: inout WindowPlan,
        _ api: CappedAPI,
        rules: WindowPlan.Rules? = nil,
        steps: Int = 10_000
    ) -> [String] {
        var ids: [String] = []
        var remainingSteps = steps
        while remainingSteps > 0, let step = plan.nextStep {
            let page = api.page(step)
            let newIndices = plan.receive(ids: page.ids, total: page.total, next: page.next, rules: rules ?? self.rules)
            ids += newIndices.map { page.ids[$0] }
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
        var plan = WindowPlan(day)
        let ids = run(&plan, CappedAPI(dates: dates, cap: 100, pageSize: 10))
        #expect(ids.count == Set(ids).count)
        #expect(ids.count == plan.foundCount)
        let perSecond = Dictionary(dates.map { ($0, 1) }, uniquingKeysWith: +)
        let lost = perSecond.values.map { max(0, $0 - 100) }.reduce(0, +)
        #expect(ids.count == count - lost)
        #expect(plan.saturatedCount == perSecond.values.count { $0 > 100 })
    }

    @Test(
        "estimate the cost closely for evenly distributed results",
        arguments: [0, 10, 100, 101, 1000, 5000]
    )
    func cost(count: Int) {
        let dates = (0..<count).map { $0 * 86400 / max(count, 1) }
        var plan = WindowPlan(day)
        let cost = plan.cost(total: Int64(count), rules: rules)
        let api = CappedAPI(dates: dates, cap: 100, pageSize: 10)
        var calls = 0
        while plan.nextStep != nil {
            _ = run(&plan, api, steps: 1)
            calls += 1
        }
        #expect(cost.total == count)
        #expect(cost.windows >= 1)
        #expect(abs(Int64(calls) - cost.pages) <= max(1, cost.pages / 7))
    }

    @Test("can be stored after any page as the text of a cursor and resumed", arguments: [1, 2, 7, 30])
    func resumed(steps: Int) throws {
        let api = CappedAPI(dates: (0..<1500).map { $0 * 57 }, cap: 100, pageSize: 10)
        var uninterruptedPlan = WindowPlan(day)
        let expected = run(&uninterruptedPlan, api)
        var plan = WindowPlan(day)
        var ids: [String] = []
        while true {
            ids += run(&plan, api, steps: steps)
            guard plan.nextStep != nil else { break }
            let cursor = try #require(PageCursor(WindowCursor(plan, key: "k"), prefix: "w"))
            let decoded = try #require(WindowCursor(PageCursor(rawValue: cursor.rawValue)))
            #expect(decoded.key == "k")
            #expect(decoded.plan == plan)
            #expect(WindowPlan.pendingCount(in: cursor) == plan.pendingCount)
            #expect(cursor.rawValue.utf8.count < 4_000)
            plan = try #require(decoded.plan)
        }
        #expect(ids == expected)
        #expect(plan == uninterruptedPlan)
    }

    @Test("have a cursor below its maximum length after the most divisions and the most results in a window")
    func cursorLength() throws {
        // Each window has a result in its first second only, so that the earliest part is divided again each time.
        var plan = WindowPlan(TimeWindow(start: .distantPast, end: .distantFuture))
        let rules = WindowPlan.Rules(cap: 1_000, pageSize: 100, minimumSeconds: 1)
        var number = 1_000_000_000
        func ids(_ count: Int) -> [String] {
            number += count
            return (number - count..<number).map { "\($0)" }
        }
        var divisions = 0
        while plan.pending.last?.seconds ?? 0 > 1 {
            _ = plan.receive(ids: ids(200), total: .max, next: nil, rules: rules)
            divisions += 1
        }
        #expect(divisions >= 4)
        for page in 0..<20 {
            let next = PageCursor(rawValue: "https://api.github.com/search/issues?page=\(page)")
            _ = plan.receive(ids: ids(100), total: .max, next: next, rules: rules)
        }
        let cursor = try #require(PageCursor(WindowCursor(plan, key: "k"), prefix: "w"))
        #expect(cursor.rawValue.utf8.count < PageCursor.maximumLength / 2)
        #expect(WindowCursor(cursor)?.plan == plan)
    }

    @Test(
        "reject the text of a cursor with values that no plan has",
        arguments: [
            "", "w", "CAUQAA", "https://api.github.com/search/repositories?q=a&page=2", "w{}", "w[]", #"w{"k":"k"}"#,
            #"w{"f":0,"k":"k","w":[]}"#, #"w{"f":0,"k":"k","w":[0]}"#, #"w{"f":0,"k":"k","w":[0,0]}"#,
            #"w{"f":0,"k":"k","w":[0,-1]}"#, #"w{"f":-1,"k":"k","w":[0,1]}"#, #"w{"f":0,"k":"k","s":-1,"w":[0,1]}"#,
            #"w{"f":0,"k":"k","w":[9223372036854775807,1]}"#, #"w{"f":0,"k":"k","w":[0,9223372036854775807]}"#,
            #"w{"f":0,"k":"k","w":[-99999999999999,1]}"#, #"w{"f":0,"k":"k","w":[0,1.5]}"#,
            #"w{"f":1e99,"k":"k","w":[0,1]}"#, #"w{"d":[{"i":[],"p":1}],"f":0,"k":"k","w":[0,1]}"#,
            #"w{"d":[{"i":[],"p":-1}],"f":0,"k":"k","w":[0,1]}"#, #"w{"f":0,"h":[-1],"k":"k","w":[0,1]}"#,
            "w" + String(repeating: "[", count: 513), "w" + String(repeating: "[", count: 100_000),
            #"w{"f":0,"k":"k","w":[0,1]}"# + String(repeating: " ", count: PageCursor.maximumLength),
        ]
    )
    func invalidCursors(text: String) {
        #expect(WindowPlan.pendingCount(in: PageCursor(rawValue: text)) == nil)
        #expect(WindowPlan.pendingCount(in: PageCursor(rawValue: #"w{"f":0,"k":"k","w":[0,1]}"#)) == 1)
    }

    @Test("never trap on a cursor whose bytes were changed", arguments: 0..<8)
    func changedCursors(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let api = CappedAPI(dates: (0..<1500).map { $0 * 57 }, cap: 100, pageSize: 10)
        var plan = WindowPlan(day)
        _ = run(&plan, api, steps: Int.random(in: 1...60, using: &random))
        let text = Array(try #require(PageCursor(WindowCursor(plan, key: "k"), prefix: "w")).rawValue.utf8)
        for _ in 0..<200 {
            var changed = text
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                changed[Int.random(in: changed.indices, using: &random)] = UInt8.random(in: 32...126, using: &random)
            }
            let cursor = PageCursor(rawValue: String(decoding: changed, as: UTF8.self))
            guard var decoded = WindowCursor(cursor)?.plan else { continue }
            _ = run(&decoded, api, steps: 50)
            #expect(decoded.foundCount >= 0)
        }
    }

    @Test("end with all results if totals are too high, and at the cap if totals are missing")
    func estimates() {
        for factor in [0, 3, 1000] {
            let rules = WindowPlan.Rules(cap: 100, pageSize: 10, minimumSeconds: 3600)
            var plan = WindowPlan(day)
            var api = CappedAPI(dates: (0..<400).map { $0 * 216 }, cap: 100, pageSize: 10)
            api.estimate = { factor == 0 ? nil : $0 * Int64(factor) }
            let ids = run(&plan, api, rules: rules)
            #expect(ids.count == (factor == 0 ? 100 : 400))
            #expect(plan.nextStep == nil)
        }
    }

    @Test("end a window at a repeated cursor, but not at an empty page")
    func repeatedCursor() {
        let rules = WindowPlan.Rules(cap: 100, pageSize: 2, minimumSeconds: 1)
        var plan = WindowPlan(day)
        #expect(plan.receive(ids: ["a", "b"], total: 5, next: PageCursor(rawValue: "1"), rules: rules) == [0, 1])
        #expect(plan.receive(ids: [], total: 9, next: PageCursor(rawValue: "2"), rules: rules).isEmpty)
        #expect(plan.nextStep?.cursor?.rawValue == "2")
        #expect(plan.receive(ids: ["b", "c"], total: 1_000, next: PageCursor(rawValue: "1"), rules: rules) == [1])
        #expect(plan.nextStep == nil)
        #expect(plan.foundCount == 3)
    }

    @Test("forget the results of windows that are complete, except those that their parts return again")
    func forgottenResults() {
        let rules = WindowPlan.Rules(cap: 2, pageSize: 2, minimumSeconds: 43_200)
        var plan = WindowPlan(day)
        #expect(plan.receive(ids: ["a", "d"], total: 4, next: nil, rules: rules) == [0, 1])
        #expect(plan.pendingCount == 2)
        #expect(plan.receive(ids: ["a", "b"], total: 2, next: nil, rules: rules) == [1])
        #expect(plan.windowIDs.isEmpty)
        #expect(plan.receive(ids: ["c", "d"], total: 2, next: nil, rules: rules) == [0])
        #expect(plan.divided.isEmpty)
        #expect(plan.foundCount == 4)
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
            var plan = WindowPlan(decade)
            #expect(plan.cost(total: total, rules: rules).pages >= 1)
            _ = plan.receive(ids: [], total: total, next: nil, rules: rules)
            _ = plan.receive(ids: [], total: total, next: nil, rules: rules)
            #expect(plan.pending.count < 2 * WindowPlan.maximumParts)
        }
    }
}
