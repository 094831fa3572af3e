import SeekBasics
import Testing

@Suite("A duration that a user enters")
struct TimeSpanTests {
    @Test(
        "parses durations with units, and rejects invalid ones",
        arguments: [
            ("90s", 90_000), ("15m", 900_000), ("1h", 3_600_000), ("2d", 172_800_000), ("0s", 0), ("1ms", 1),
            ("2w", 1_209_600_000), ("1h30m", 5_400_000), ("1s500ms", 1_500),
        ]
    )
    func parsedDurations(text: String, milliseconds: Int) {
        #expect(TimeSpan.parse(text) == .milliseconds(milliseconds))
        for invalid in ["", "5", "s", "-5s", "5 s", "5y", "5mo", "5ss", "1h5", "99999999999999999999s", "٥s"] {
            #expect(TimeSpan.parse(invalid) == nil, "\(invalid)")
        }
    }

    @Test("rejects a duration if the sum of its parts overflows")
    func durationOverflow() {
        #expect(TimeSpan.parse(String(repeating: "1000000w", count: 20_000)) == nil)
    }

    @Test(
        "is formatted with its two largest units",
        arguments: [("2h24m", 8_640_000), ("7d", 604_800_000), ("500ms", 500), ("1d1h", 90_061_000), ("0s", 0)]
    )
    func formatted(text: String, milliseconds: Int) {
        #expect(TimeSpan.formatted(.milliseconds(milliseconds)) == text)
    }
}
