import Foundation
import SeekSearch
import SeekTestHelpers
import Testing

@Suite("A quota day")
struct QuotaDayTests {
    static let rows: [(date: String, day: String, end: String)] = [
        ("2026-11-21T10:00:00Z", "2026-11-21", "2026-11-22T08:00:00Z"),
        ("2026-11-21T07:59:59Z", "2026-11-20", "2026-11-21T08:00:00Z"),
        ("2026-07-01T06:59:59Z", "2026-06-30", "2026-07-01T07:00:00Z"),
        // The clocks go forward: a day of 23 hours.
        ("2026-03-08T08:00:00Z", "2026-03-08", "2026-03-09T07:00:00Z"),
        ("2026-03-09T06:59:59Z", "2026-03-08", "2026-03-09T07:00:00Z"),
        // The clocks go back: a day of 25 hours.
        ("2026-11-01T07:00:00Z", "2026-11-01", "2026-11-02T08:00:00Z"),
        ("2026-11-02T07:59:59Z", "2026-11-01", "2026-11-02T08:00:00Z"),
        // A month that begins on a Sunday. The clocks change on the second Sunday of March and the first Sunday of
        // November.
        ("2026-03-01T08:00:00Z", "2026-03-01", "2026-03-02T08:00:00Z"),
        ("2020-11-01T07:00:00Z", "2020-11-01", "2020-11-02T08:00:00Z"),
        // A leap day.
        ("2028-02-29T20:00:00Z", "2028-02-29", "2028-03-01T08:00:00Z"),
    ]

    @Test("follows Pacific time, including daylight saving time", arguments: rows)
    func day(row: (date: String, day: String, end: String)) throws {
        let day = QuotaDay(at: try Date(row.date, strategy: .iso8601))
        #expect(day.description == row.day)
        #expect(day.end == (try Date(row.end, strategy: .iso8601)))
        #expect(QuotaDay(rawValue: row.day) == day)
    }

    @Test("matches the system's time zone data from 2007 to 2098")
    func systemTimeZone() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "America/Los_Angeles"))
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            let date = Date(timeIntervalSince1970: Double.random(in: 1.168e9...4.07e9, using: &generator).rounded())
            let day = QuotaDay(at: date)
            let interval = try #require(calendar.dateInterval(of: .day, for: date))
            #expect(day.start == interval.start)
            #expect(day.end == interval.end)
            #expect(QuotaDay(at: day.start) == day)
            #expect(QuotaDay(at: day.end) > day)
            #expect(QuotaDay(rawValue: day.description) == day)
        }
    }

    @Test(
        "is clamped for dates out of range",
        arguments: [-Double.infinity, -1e300, -1, 0, 1e13, .greatestFiniteMagnitude, .infinity, .nan]
    )
    func outOfRange(seconds: Double) {
        let day = QuotaDay(at: Date(timeIntervalSince1970: seconds))
        #expect(QuotaDay(rawValue: day.description) == day)
        #expect(day.end > day.start)
    }

    @Test(
        "is parsed from its own format only",
        arguments: ["", "2026-11", "2026-11-31", "2026-1-1", "x-y-z", "26-11-21"]
    )
    func invalidText(text: String) {
        #expect(QuotaDay(rawValue: text) == nil)
    }
}
