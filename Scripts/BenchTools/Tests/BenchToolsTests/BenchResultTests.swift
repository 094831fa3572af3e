import BenchKit
import Foundation
import Testing

@Suite("Bench results")
struct BenchResultTests {
    @Test(
        "a goal is met at its limit but not beyond it; a goal for the ratio is not met if the ratio is nil or NaN",
        arguments: [
            (Goal.ratioAtMost(1.15), 1.15, true), (.ratioAtMost(1.15), 1.16, false), (.ratioAtLeast(5), 5, true),
            (.ratioAtLeast(5), 4.9, false), (.ratioAtLeast(5), nil, false), (.ratioAtMost(5), nil, false),
            (.valueAtMost(10), nil, true), (.valueAtMost(9), nil, false), (.valueAtLeast(10), nil, true),
            (.valueAtLeast(11), nil, false), (.ratioAtMost(5), .nan, false),
        ] as [(Goal, Double?, Bool)]
    )
    func goals(goal: Goal, ratio: Double?, isMet: Bool) {
        #expect(BenchResult("x", 10, "µs", ratio: ratio, goal: goal).isGoalMet == isMet)
    }

    @Test("a result is encoded as one line of JSON with members in a fixed order")
    func json() throws {
        let row = BenchResult(
            "client-overhead",
            123.456,
            "µs",
            baseline: "transport",
            ratio: 1.0567,
            goal: .ratioAtMost(1.15)
        )
        #expect(
            row.json == #"{"name":"client-overhead","value":123.5,"unit":"µs","baseline":"transport","#
                + #""ratio":1.057,"goal":"ratio ≤ 1.15","holds":true}"#
        )
    }

    @Test("missing members and non-finite numbers are null, and text is escaped")
    func nulls() throws {
        let row = BenchResult("a\"\\\n", .nan, "µs", goal: .valueAtMost(10))
        let object = try JSONSerialization.jsonObject(with: Data(row.json.utf8)) as? [String: Any]
        #expect(object?["name"] as? String == "a\"\\\n")
        #expect(object?["value"] is NSNull)
        #expect(object?["baseline"] is NSNull)
        #expect(object?["ratio"] is NSNull)
        #expect(object?["goal"] as? String == "≤ 10 µs")
        #expect(object?["holds"] as? Bool == false)
    }

    @Test(
        "values below 10 are rounded to three decimal places, below 1,000 to one, and larger values to integers",
        arguments: [(0.12345, "0.123"), (12.34, "12.3"), (12345.6, "12346")] as [(Double, String)]
    )
    func digits(value: Double, text: String) {
        let row = BenchResult("x", value, "s", goal: .valueAtMost(1))
        #expect(row.json.contains(#""value":\#(text),"#))
    }

    @Test("values are aligned with their heading, and the last column shows whether the goal is met")
    func table() {
        let row = BenchResult("stubbed-request", 9, "µs", goal: .valueAtMost(10))
        let line = ResultTable.line(row)
        #expect(line.hasPrefix("stubbed-request"))
        #expect(line.hasSuffix("yes"))
        let (heading, cells) = (Array(ResultTable.heading), Array(line))
        // The first column is 30 characters wide.
        #expect(String(cells[30...].prefix(1)) == "9")
        #expect(String(heading[30...].prefix(5)) == "value")
        let failing = BenchResult("x", 11, "µs", baseline: "C", ratio: 2, goal: .ratioAtLeast(3))
        #expect(ResultTable.line(failing).hasSuffix("NO"))
    }
}
