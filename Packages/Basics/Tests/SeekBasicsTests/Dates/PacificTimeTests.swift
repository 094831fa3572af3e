import Foundation
import SeekBasics
import Testing

@Suite("Pacific time")
struct PacificTimeTests {
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
