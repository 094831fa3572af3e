import Foundation
import SeekBasics
import Testing

@Suite("A calendar date")
struct CalendarDateTests {
    @Test(
        "has a number of days since 1970 and a day of the week",
        arguments: [
            ("1970-01-01", 0, 4), ("1969-12-31", -1, 3), ("2026-03-22", 20_534, 0), ("2000-02-29", 11_016, 2),
            ("2024-02-29", 19_782, 4), ("1900-03-01", -25_508, 4), ("0000-01-01", -719_528, 6),
            ("9999-12-31", 2_932_896, 5),
        ]
    )
    func days(text: String, days: Int, weekday: Int) throws {
        let date = try #require(CalendarDate(text))
        #expect(date.daysSince1970 == days)
        #expect(date.weekday == weekday)
        #expect(CalendarDate(daysSince1970: days) == date)
        #expect(date.description == text)
        #expect(date.midnight.timeIntervalSince1970 == Double(days) * 86_400)
    }

    @Test("converts every day of five centuries from its number and back")
    func everyDay() {
        var (year, month, day) = (1799, 12, 31)
        for days in -62_092...120_000 {
            let date = CalendarDate(daysSince1970: days)
            guard date == CalendarDate(year: year, month: month, day: day), date.daysSince1970 == days else {
                Issue.record("day \(days) is \(date)")
                return
            }
            if CalendarDate(year: year, month: month, day: day + 1) != nil {
                day += 1
            } else {
                (year, month, day) = month == 12 ? (year + 1, 1, 1) : (year, month + 1, 1)
            }
        }
        #expect(year == 2298)
    }

    @Test(
        "is parsed only from the form YYYY-MM-DD, and only if the calendar has that day",
        arguments: [
            "", "2026", "2026-03", "2026-13-01", "2026-00-01", "2026-01-00", "2026-02-29", "1900-02-29", "2026-04-31",
            "2026-1-01", "26-01-01", "2026-01-011", "2026-01-01 ", "+026-01-01", "2026/01/01", "２026-01-01",
        ]
    )
    func invalid(text: String) {
        #expect(CalendarDate(text) == nil)
    }

    @Test("is limited to the years 0 to 9999")
    func limits() {
        #expect(CalendarDate(daysSince1970: .max).description == "9999-12-31")
        #expect(CalendarDate(daysSince1970: .min).description == "0000-01-01")
        #expect(CalendarDate(year: 10_000, month: 1, day: 1) == nil)
        #expect(CalendarDate(year: -1, month: 1, day: 1) == nil)
    }
}

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
