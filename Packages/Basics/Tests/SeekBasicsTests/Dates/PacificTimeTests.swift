import Foundation
import Testing

@testable import SeekBasics

@Suite("Pacific time")
struct PacificTimeTests {
    @Test(
        "changes at 2 o'clock on the second Sunday in March and the first Sunday in November",
        arguments: [
            ("2026-03-08T09:59:59Z", -8), ("2026-03-08T10:00:00Z", -7), ("2026-11-01T08:59:59Z", -7),
            ("2026-11-01T09:00:00Z", -8), ("2020-03-08T10:00:00Z", -7), ("2020-11-01T09:00:00Z", -8),
            ("2027-03-14T09:59:59Z", -8), ("2027-03-14T10:00:00Z", -7), ("2027-11-07T08:59:59Z", -7),
            ("2027-01-01T00:00:00Z", -8),
            // The current rule is applied to all years.
            ("1969-07-01T00:00:00Z", -7),
        ] as [(String, Int64)]
    )
    func offset(instant: String, hours: Int64) throws {
        let seconds = try #require(RFC3339.date(instant)).timeIntervalSince1970
        #expect(PacificTime.offset(at: Int64(seconds)) == hours * 3_600)
    }

    @Test(
        "returns the date at an instant and the start of that date, also on days of 23 and 25 hours",
        arguments: [
            ("2026-11-21T07:59:59Z", "2026-11-20", "2026-11-20T08:00:00Z"),
            ("2026-11-21T08:00:00Z", "2026-11-21", "2026-11-21T08:00:00Z"),
            ("2026-07-01T06:59:59Z", "2026-06-30", "2026-06-30T07:00:00Z"),
            ("2026-03-09T06:59:59Z", "2026-03-08", "2026-03-08T08:00:00Z"),
            ("2026-03-09T07:00:00Z", "2026-03-09", "2026-03-09T07:00:00Z"),
            ("2026-11-02T07:59:59Z", "2026-11-01", "2026-11-01T07:00:00Z"),
            ("2026-11-02T08:00:00Z", "2026-11-02", "2026-11-02T08:00:00Z"),
            ("2028-02-29T20:00:00Z", "2028-02-29", "2028-02-29T08:00:00Z"),
        ]
    )
    func days(instant: String, date: String, start: String) throws {
        let day = PacificTime.date(at: try #require(RFC3339.date(instant)))
        #expect(day.description == date)
        #expect(RFC3339.string(from: PacificTime.midnight(of: day)) == start)
    }

    @Test(
        "returns a date with a year from 0 to 9999 even for extreme and invalid times",
        arguments: [-Double.infinity, -1e300, 0, 1e300, .infinity, .nan]
    )
    func extremeTimes(seconds: Double) {
        let date = PacificTime.date(at: Date(timeIntervalSince1970: seconds))
        #expect((0...9999).contains(date.year))
    }
}
