import SeekBasics
import SeekNetworking

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// How tables show the value of a field. JSON and delimited values contain the value itself.
enum FieldFormat: Sendable {
    /// Integers have thousands separators.
    case plain
    /// A number of seconds as a clock shows it. A text, such as the state of a broadcast, is unchanged.
    case duration
    /// A date (RFC 3339) relative to the current time; in Markdown, the day.
    case date

    /// Returns a value in a table.
    func text(of value: JSONValue, at now: LocalTime) -> String {
        switch self {
        case .plain: value.integer?.grouped ?? value.plain
        case .duration: value.integer.map { Duration.seconds($0).clockText } ?? value.plain
        case .date: value.string.flatMap(RFC3339.date).map { Timestamp.relative($0, to: now) } ?? value.plain
        }
    }

    /// Returns a value in Markdown, linked to the URL.
    func markdown(of value: JSONValue, linkedTo url: URL? = nil) -> String {
        let plain = value.plain
        switch self {
        case .plain where value.integer != nil: return value.integer?.grouped ?? ""
        case .duration where value.integer != nil: return text(of: value, at: LocalTime())
        case .date where !value.isNull: return String(plain.prefix("2026-01-31".count))
        default: break
        }
        if url == nil, let address = URL(string: plain), Origin(address) != nil, !plain.contains(" ") {
            return "<\(address.absoluteString.replacing("|", with: "%7C"))>"
        }
        // By scalars, because a combining mark after one of them does not change its meaning.
        let text = SafeText.line(plain).unicodeScalars.reduce(into: "") { escaped, scalar in
            if "\\`*_[]<>|~".unicodeScalars.contains(scalar) { escaped.append("\\") }
            escaped.unicodeScalars.append(scalar)
        }
        guard let url, !text.isEmpty else { return text }
        let address = url.absoluteString.replacing("(", with: "%28").replacing(")", with: "%29")
        return "[\(text)](\(address.replacing("|", with: "%7C")))"
    }

    /// Whether a value is aligned as a number.
    func isNumeric(_ value: JSONValue) -> Bool { self == .plain && value.integer != nil }
}

extension JSONValue {
    /// A duration in whole seconds, rounded down; null for nil.
    static func optional(_ duration: Duration?) -> JSONValue { .optional(duration?.components.seconds) }

    /// A flag; null for nil.
    static func optional(_ flag: Bool?) -> JSONValue { flag.map(JSONValue.bool) ?? .null }

    /// A date in ISO 8601 (UTC); null for nil.
    static func optional(_ date: Date?) -> JSONValue { .optional(date.map(RFC3339.string)) }

    /// The value as text: strings have no quotes, null is empty, and the elements of an array are separated by commas.
    var plain: String {
        switch self {
        case .null: ""
        case .bool(let flag): "\(flag)"
        case .number(let number): "\(number)"
        case .string(let text): text
        case .array(let elements): elements.map(\.plain).joined(separator: ", ")
        case .object: String(json(isPretty: false).dropLast())
        }
    }

    /// Returns JSON with sorted names and a line end. Control characters are escaped. Only indented JSON is colored.
    func json(isPretty: Bool, isColored: Bool = false) -> String {
        guard isPretty else { return SafeText.json(text(.sorted)) + "\n" }
        return JSONFormatter(isColored: isColored).formatted(data(.sorted)) + "\n"
    }
}

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

    /// Returns the zone at a date by its offset: `UTC`, `UTC+9`, `UTC-3:30`.
    func zone(at date: Date) -> String {
        let minutes = offset(date) / 60
        guard minutes != 0 else { return "UTC" }
        let (hour, minute) = abs(minutes).quotientAndRemainder(dividingBy: 60)
        return "UTC\(minutes < 0 ? "-" : "+")\(hour)\(minute == 0 ? "" : ":\(minute < 10 ? "0" : "")\(minute)")"
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

    /// Returns a future date, rounded up: `in 30 s`, `in 12 minutes`, `today at 17:30`, `tomorrow at 09:00 UTC+1`,
    /// `on 2026-12-01 at 09:00 UTC+1`, in local time, with its zone if the day is another; `now` for a past date.
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
        case 1: "tomorrow at \(time) \(now.zone(at: date))"
        default: "on \(day) at \(time) \(now.zone(at: date))"
        }
    }

    /// Returns a date in local time: `2026-12-01 09:00 UTC+1`.
    static func local(_ date: Date, in now: LocalTime) -> String {
        let (day, minute) = now.dayAndMinute(of: date)
        return "\(day) \(clock(minute)) \(now.zone(at: date))"
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
