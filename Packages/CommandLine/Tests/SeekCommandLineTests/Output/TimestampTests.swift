import Foundation
import SeekBasics
import Testing

@testable import SeekCommandLine

@Suite("Dates")
struct TimestampTests {
    @Test(
        "are formatted relative to now",
        arguments: [
            (0.0, "just now"), (59, "just now"), (-20, "in 20 s"), (60, "1 minute ago"), (7_199, "1 hour ago"),
            (86_400 * 3, "3 days ago"), (86_400 * 45, "1 month ago"), (86_400 * 800, "2 years ago"),
        ] as [(Double, String)]
    )
    func relative(seconds: Double, text: String) {
        let now = LocalTime(date: Date(timeIntervalSince1970: 1_800_000_000))
        #expect(Timestamp.relative(now.date.addingTimeInterval(-seconds), to: now) == text)
    }

    @Test(
        "in the future are rounded up, and are in local time more than 59 minutes ahead; a past date is shown as now",
        arguments: [
            (-5.0, 0, "now"), (0.2, 0, "in 1 s"), (90, 0, "in 90 s"), (91, 0, "in 2 minutes"),
            (3_540, 0, "in 59 minutes"), (3_541, 0, "today at 09:00"), (3_541, 2, "today at 11:00"),
            (3_541, -9, "tomorrow at 00:00 UTC-9"), (16 * 3_600 - 1, 0, "tomorrow at 00:00 UTC"),
            (16 * 3_600, -8, "today at 16:00"), (24 * 3_600, 9, "tomorrow at 17:00 UTC+9"),
            (48 * 3_600, 0, "on 2027-01-17 at 08:00 UTC"), (1e300, 0, "on 9999-"),
        ] as [(Double, Int, String)]
    )
    func upcoming(seconds: Double, hoursFromGMT: Int, text: String) {
        // 2027-01-15 08:00 UTC.
        let now = LocalTime(date: Date(timeIntervalSince1970: 1_800_000_000)) { _ in hoursFromGMT * 3_600 }
        let upcoming = Timestamp.upcoming(now.date.addingTimeInterval(seconds), after: now)
        #expect(upcoming.hasPrefix(text), "\(upcoming)")
    }

    @Test(
        "have a zone, which may differ from UTC by half an hour",
        arguments: [
            (0, "UTC"), (60, "UTC+1"), (330, "UTC+5:30"), (-210, "UTC-3:30"), (-570, "UTC-9:30"), (525, "UTC+8:45"),
        ]
    )
    func zone(minutes: Int, text: String) {
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        #expect(LocalTime(date: date) { _ in minutes * 60 }.zone(at: date) == text)
    }

    @Test("are in the time zone of the process by default")
    func systemOffset() {
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        #expect(LocalTime.systemOffset(date) == TimeZone.current.secondsFromGMT(for: date))
    }
}
