import Foundation
import SeekNetworking
import Testing

@testable import SeekWeb

@Suite("Numbers and durations on pages")
struct WordingTests {
    @Test(
        "numbers from 1,000 are shortened and rounded down, and negative ones become 0",
        arguments: [
            (0, "0"), (999, "999"), (1_000, "1k"), (12_399, "12.3k"), (999_999, "999k"), (4_000_000, "4M"),
            (1_250_000_000, "1.2B"), (-3, "0"), (.max, "9223372036B"),
        ] as [(Int64, String)]
    )
    func short(number: Int64, expected: String) {
        #expect(Wording.short(number) == expected)
    }

    @Test(
        "the origin of a response has an age only if the response is stored and has not just been checked",
        arguments: [
            (Provenance.network, "just fetched"),
            (Provenance(source: .memory, age: .seconds(12)), "from memory, 12 s old"),
            (Provenance(source: .disk, age: .seconds(7_300), staleReason: .unreachable), "from disk, 2 h old, expired"),
            (Provenance(source: .shared, age: .seconds(300), isRevalidated: true), "just checked, unchanged"),
        ]
    )
    func origin(provenance: Provenance, expected: String) {
        #expect(Wording.origin(provenance) == expected)
    }

    @Test("a position is in words up to ten")
    func ordinals() {
        let numbers = [1, 10, 11, 12, 13, 21, 22, 23, 24, 111, 0]
        let texts = ["first", "tenth", "11th", "12th", "13th", "21st", "22nd", "23rd", "24th", "111th", "0th"]
        #expect(numbers.map(Wording.ordinal) == texts)
    }

    @Test("the time that a source took is rounded down to two decimals")
    func elapsed() {
        #expect(Wording.elapsed(.milliseconds(1_078)) == "1.07 s")
    }
}

@Suite("The meters of quotas")
struct QuotaViewTests {
    @Test(
        "a meter shows what is left, and when the quota resets, unless that time has passed",
        arguments: [
            (-20, nil), (0, nil), (30, "resets <time"), (7_300, ">in 3 hours</time>"),
        ] as [(Double, String?)]
    )
    func meter(offset: Double, expected: String?) {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let usage = QuotaReport.Usage(
            service: "GitHub",
            name: "search",
            limit: 10,
            remaining: 9,
            resetsAt: now + offset
        )
        let meters = QuotaView(report: QuotaReport(usages: [usage]), now: now).meters.markup
        #expect(meters.contains("9 of 10 left"))
        if let expected { #expect(meters.contains(expected)) }
        #expect(meters.contains("resets") == (expected != nil))
    }
}
