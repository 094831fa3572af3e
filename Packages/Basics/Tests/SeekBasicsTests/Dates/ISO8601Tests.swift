import Foundation
import SeekBasics
import Testing

@Suite("A date of RFC 3339")
struct RFC3339Tests {
    @Test(
        "is parsed with any fraction and offset",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2025-11-20T10:30:15Z", 1_763_634_615), ("2000-02-29T23:59:59z", 951_868_799),
            ("2025-11-20T10:30:15.5+09:00", 1_763_602_215.5), ("1969-12-31T23:59:59-00:30", 1799),
            ("2024-12-31 00:00:00.000Z", 1_735_603_200), ("2016-12-31T23:59:60Z", 1_483_228_800),
            ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
            ("1900-03-01T00:00:00Z", -2_203_891_200), ("2026-03-22t21:00:00+09:00", 1_774_180_800),
            ("2026-03-22T04:30:00.5-07:30", 1_774_180_800.5), ("0000-03-01T00:00:00Z", -62_162_035_200),
        ]
    )
    func parsing(text: String, seconds: Double) {
        #expect(RFC3339.date(text)?.timeIntervalSince1970 == seconds)
    }

    @Test(
        "is not parsed if any part is missing or invalid",
        arguments: [
            "", "2025", "2025-11-20", "2025-13-01T00:00:00Z", "2025-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
            "2025-11-20T24:00:00Z", "2025-11-20T10:30:15", "2025-11-20T10:30:15.Z", "2025-11-20T10:30:15Z ",
            "2025-04-31T00:00:00Z", "2025-11-20T10:30:15+9:00", "２０２５-11-20T10:30:15Z", "2025-11-00T00:00:00Z",
            "2025-11-20T10:60:15Z", "2025-11-20T10:30:61Z", "2025-11-20T10:30:15+24:00", "2026-03-22T12:00:00+09:0x",
            "2026/03/22T12:00:00Z", "2026-03-22T12-00-00Z", "+026-03-22T12:00:00Z",
        ]
    )
    func invalid(text: String) {
        #expect(RFC3339.date(text) == nil)
    }

    @Test(
        "is written in UTC, rounded down to a second and limited to the years 1 to 9999; NaN is written as 1970",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (-0.5, "1969-12-31T23:59:59Z"), (951_868_799.9, "2000-02-29T23:59:59Z"),
            (-62_135_596_800, "0001-01-01T00:00:00Z"), (-1e300, "0001-01-01T00:00:00Z"),
            (1e13, "9999-12-31T23:59:59Z"), (.infinity, "9999-12-31T23:59:59Z"), (.nan, "1970-01-01T00:00:00Z"),
        ] as [(Double, String)]
    )
    func writing(seconds: Double, text: String) {
        #expect(RFC3339.string(from: Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test(
        "is written with the shortest fraction that preserves the value, within the years 1 to 9999; NaN as 1970",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (1_763_602_215.25, "2025-11-20T01:30:15.25Z"),
            (1_763_602_215.123, "2025-11-20T01:30:15.123Z"), (1_763_602_215.000_001, "2025-11-20T01:30:15.000001Z"),
            (-0.5, "1969-12-31T23:59:59.5Z"), (-62_135_596_800.5, "0001-01-01T00:00:00Z"),
            (253_402_300_800.5, "9999-12-31T23:59:59Z"), (1e300, "9999-12-31T23:59:59Z"),
            (.infinity, "9999-12-31T23:59:59Z"), (.nan, "1970-01-01T00:00:00Z"),
        ] as [(Double, String)]
    )
    func fractionalWriting(seconds: Double, text: String) {
        #expect(RFC3339.fractionalString(from: Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test("is preserved with its fraction when it is written and parsed", arguments: 0..<200)
    func fractionalRoundTrip(index: Int) {
        let seconds = 1_700_000_000 + Double(index) * 86_399.123_456_7
        let text = RFC3339.fractionalString(from: Date(timeIntervalSince1970: seconds))
        #expect(RFC3339.seconds(text) == seconds)
    }

    @Test("agrees with Foundation over four centuries")
    func foundation() {
        for day in stride(from: -80_000, to: 66_000, by: 7) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 3_723)
            let text = date.formatted(.iso8601)
            #expect(RFC3339.string(from: date) == text)
            #expect(RFC3339.date(text) == date)
        }
    }
}

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
