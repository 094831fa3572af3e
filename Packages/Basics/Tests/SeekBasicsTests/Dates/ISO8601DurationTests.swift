import SeekBasics
import Testing

@Suite("ISO 8601 durations")
struct ISO8601DurationTests {
    @Test(
        "are parsed",
        arguments: [
            ("PT4M13S", 253), ("PT1H40M3S", 6003), ("P0D", 0), ("P1DT2H", 93600), ("P2W", 1_209_600), ("PT0S", 0),
            ("PT100M", 6000),
        ]
    )
    func durations(text: String, seconds: Int) {
        #expect(ISO8601Duration.parse(text) == .seconds(seconds))
    }

    @Test(
        "are not parsed if they are invalid or not supported",
        arguments: [
            "", "P", "PT", "P1DT", "4M", "P1M", "P1Y", "PTM", "PT1D", "PT1", "PT-1S", "PT1.5S", "PTT1S",
            "PT99999999999999999999S", "PT9223372036854775807H", "PT9223372036854775807S1H",
        ]
    )
    func noDuration(text: String) {
        #expect(ISO8601Duration.parse(text) == nil)
    }
}
