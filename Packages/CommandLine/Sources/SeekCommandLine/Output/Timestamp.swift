import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The point in time to which output for people is relative, and the local time zone.
struct LocalTime: Sendable {
    var date = Date()
    /// Returns the offset of local time from UTC at a date, in seconds.
    var offset: @Sendable (Date) -> Int = LocalTime.systemOffset

    /// Returns the offset in the time zone of this process. `TimeZone.current` needs all of Foundation, which slows the
    /// start of the program.
    static let systemOffset: @Sendable (Date) -> Int = { date in
        var seconds = time_t(clamping: Int64(clamping: date))
        var parts = tm()
        return localtime_r(&seconds, &parts) == nil ? 0 : Int(parts.tm_gmtoff)
    }

    /// Returns the local day, and the minute of that day.
    func dayAndMinute(of date: Date) -> (day: CalendarDate, minute: Int) {
        let seconds = Int64(clamping: date).addingReportingOverflow(Int64(offset(date))).partialValue
        let day = (Double(seconds) / 86_400).rounded(.down)
        return (CalendarDate(daysSince1970: Int(day)), Int(seconds - Int64(day) * 86_400) / 60)
    }
}

/// Formats dates for people. Programs receive RFC 3339 in UTC instead.
enum Timestamp {
    /// Returns the time since a past date, in whole units, rounded down: `3 hours ago`. Future dates are formatted as
    /// by ``upcoming(_:after:)``.
    static func relative(_ date: Date, to now: LocalTime) -> String {
        date <= now.date ? date.relativeText(to: now.date) : upcoming(date, after: now)
    }

    /// Returns a future date, rounded up: `in 30 s`, `in 12 minutes`, `today at 17:30`, `tomorrow at 09:00`,
    /// `on 2026-12-01 at 09:00`, in local time; `now` for a past date.
    static func upcoming(_ date: Date, after now: LocalTime) -> String {
        let seconds = date.timeIntervalSince(now.date).rounded(.up)
        if seconds <= 0 { return "now" }
        if seconds <= 90 { return "in \(Int(seconds)) s" }
        if seconds <= 3_540 { return "in \(counted(Int((seconds / 60).rounded(.up)), "minute"))" }
        let today = now.dayAndMinute(of: now.date).day
        let minuteEnd = Date(timeIntervalSince1970: (date.timeIntervalSince1970 / 60).rounded(.up) * 60)
        let (day, minute) = now.dayAndMinute(of: minuteEnd)
        let time = clock(minute)
        return switch day.daysSince1970 - today.daysSince1970 {
        case 0: "today at \(time)"
        case 1: "tomorrow at \(time)"
        default: "on \(day) at \(time)"
        }
    }

    /// Returns a date in local time: `2026-12-01 09:00`.
    static func local(_ date: Date, in now: LocalTime) -> String {
        let (day, minute) = now.dayAndMinute(of: date)
        return "\(day) \(clock(minute))"
    }

    private static func clock(_ minute: Int) -> String { "\(twoDigits(minute / 60)):\(twoDigits(minute % 60))" }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Int64 {
    /// Creates the number of whole seconds since 1970, rounded down and clamped to ±10¹².
    fileprivate init(clamping date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        self = Int64(exactly: Swift.max(-1e12, Swift.min(1e12, seconds))) ?? 0
    }
}
