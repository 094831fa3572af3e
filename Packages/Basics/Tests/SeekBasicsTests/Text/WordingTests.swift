import Foundation
import SeekBasics
import Testing

@Suite("Human-readable values")
struct WordingTests {
    @Test(
        "numbers have thousands separators",
        arguments: [
            (0, "0"), (999, "999"), (1_000, "1,000"), (-12_345, "-12,345"), (1_234_567, "1,234,567"),
            (Int64.min, "-9,223,372,036,854,775,808"),
        ] as [(Int64, String)]
    )
    func numbers(number: Int64, expected: String) {
        #expect(number.grouped == expected)
    }

    @Test(
        "a count has its noun in the singular or plural",
        arguments: [(1, "call", "1 call"), (0, "call", "0 calls"), (2_000, "search", "2,000 searches")]
    )
    func counts(count: Int, noun: String, expected: String) {
        #expect(counted(count, noun) == expected)
    }

    @Test(
        "dates are relative, and the time until a future date is rounded up",
        arguments: [
            (-20, "just now"), (0, "just now"), (-59, "just now"), (-60, "1 minute ago"), (-7_199, "1 hour ago"),
            (-86_400 * 3, "3 days ago"), (-86_400 * 45, "1 month ago"), (-86_400 * 800, "2 years ago"),
            (30, "in a moment"), (7_140, "in 2 hours"), (7_200, "in 2 hours"), (3_541, "in 1 hour"),
            (3_540, "in 59 minutes"), (82_801, "in 1 day"), (86_399, "in 1 day"), (86_400 * 30, "in 30 days"),
            (86_400 * 30.1, "in 1 month"), (31_557_599, "in 1 year"), (-3_599, "59 minutes ago"),
            (1e300, "in 1,000,000,000 years"), (-1e300, "1,000,000,000 years ago"),
        ] as [(Double, String)]
    )
    func relative(offset: Double, expected: String) {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        #expect((now + offset).relativeText(to: now) == expected)
    }

    @Test(
        "ages are in whole units",
        arguments: [
            (0, "0 s"), (119, "119 s"), (120, "2 min"), (7_199, "119 min"), (7_200, "2 h"), (172_799, "47 h"),
            (172_800, "2 days"), (86_400 * 2_000, "2,000 days"),
        ]
    )
    func ages(seconds: Int, expected: String) {
        #expect(Duration.seconds(seconds).ageText == expected)
    }

    @Test(
        "times to wait are rounded up to seconds, to at least one",
        arguments: [(0, "1 s"), (1, "1 s"), (1_000, "1 s"), (1_001, "2 s"), (1_900, "2 s"), (60_000, "60 s")]
    )
    func waits(milliseconds: Int, expected: String) {
        #expect(Duration.milliseconds(milliseconds).waitText == expected)
    }

    @Test(
        "durations are written as on a clock",
        arguments: [(0, "0:00"), (59, "0:59"), (253, "4:13"), (3_723, "1:02:03"), (36_000, "10:00:00"), (-5, "0:00")]
    )
    func clock(seconds: Int, expected: String) {
        #expect(Duration.seconds(seconds).clockText == expected)
    }
}
