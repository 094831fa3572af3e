import Foundation
import Testing

@testable import SeekModels

@Suite("Moments and durations in answers")
struct MomentsTests {
    @Test(
        "RFC 3339, whatever its fraction and offset",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2025-11-20T10:30:15Z", 1_763_634_615), ("2000-02-29T23:59:59z", 951_868_799),
            ("2025-11-20T10:30:15.5+09:00", 1_763_602_215.5), ("1969-12-31T23:59:59-00:30", 1799),
            ("2024-12-31 00:00:00.000Z", 1_735_603_200), ("2016-12-31T23:59:60Z", 1_483_228_800),
            ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
            ("1900-03-01T00:00:00Z", -2_203_891_200),
        ]
    )
    func moments(text: String, seconds: Double) {
        #expect(RFC3339.parse(text)?.timeIntervalSince1970 == seconds)
    }

    @Test("A moment is what Foundation reads", arguments: 0..<200)
    func agreement(step: Int) {
        let date = Date(
            timeIntervalSince1970: Double(step) * 31_556_952.0.rounded() - 2_000_000_000 + Double(step * 7919)
        )
        let second = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
        #expect(RFC3339.parse(second.formatted(.iso8601)) == second)
    }

    @Test(
        "What is no moment is nil",
        arguments: [
            "", "2025", "2025-11-20", "2025-13-01T00:00:00Z", "2025-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
            "2025-11-20T24:00:00Z", "2025-11-20T10:30:15", "2025-11-20T10:30:15.Z", "2025-11-20T10:30:15Z ",
            "2025-04-31T00:00:00Z", "2025-11-20T10:30:15+9:00", "２０２５-11-20T10:30:15Z", "2025-11-00T00:00:00Z",
            "2025-11-20T10:60:15Z", "2025-11-20T10:30:61Z", "2025-11-20T10:30:15+24:00",
        ]
    )
    func noMoment(text: String) {
        #expect(RFC3339.parse(text) == nil)
    }

    @Test(
        "ISO 8601 durations",
        arguments: [
            ("PT4M13S", 253), ("PT1H40M3S", 6003), ("P0D", 0), ("P1DT2H", 93600), ("P2W", 1_209_600), ("PT0S", 0),
            ("PT100M", 6000),
        ]
    )
    func durations(text: String, seconds: Int) {
        #expect(ISO8601Duration.parse(text) == .seconds(seconds))
    }

    @Test(
        "What is no duration is nil",
        arguments: [
            "", "P", "PT", "4M", "P1M", "P1Y", "PTM", "PT1D", "PT1", "PT-1S", "PT1.5S", "PTT1S",
            "PT99999999999999999999S", "PT9223372036854775807H", "PT9223372036854775807S1H",
        ]
    )
    func noDuration(text: String) {
        #expect(ISO8601Duration.parse(text) == nil)
    }
}
