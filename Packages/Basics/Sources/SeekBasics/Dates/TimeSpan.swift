/// Durations as a user enters them: `500ms`, `90s`, `15m`, `1h30m`, `2d`, `2w`.
public enum TimeSpan {
    private static let units: [(name: String, milliseconds: Int64)] = [
        ("w", 604_800_000), ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
    ]

    /// Parses a duration. Returns `nil` if the string is invalid, or if a number in it exceeds 1,000,000.
    public static func parse(_ text: String) -> Duration? {
        var (remaining, total) = (text[...], Int64(0))
        repeat {
            let digits = remaining.prefix { $0.isASCII && $0.isNumber }
            remaining = remaining.dropFirst(digits.count)
            let name = remaining.prefix { $0.isLetter }
            remaining = remaining.dropFirst(name.count)
            guard let number = Int64(digits), number <= 1_000_000, let unit = units.first(where: { $0.name == name })
            else { return nil }
            let (sum, overflow) = total.addingReportingOverflow(number * unit.milliseconds)
            if overflow { return nil }
            total = sum
        } while !remaining.isEmpty
        return .milliseconds(total)
    }

    /// Returns a duration in the form that ``parse(_:)`` reads, with the two largest units that are not zero, from days
    /// to milliseconds: `2h24m`, `15m`, `500ms`. Smaller units are omitted.
    public static func formatted(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        var milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
        var parts: [String] = []
        // Days are easier to read than weeks.
        for unit in units.dropFirst() {
            let (count, remainder) = milliseconds.quotientAndRemainder(dividingBy: unit.milliseconds)
            if count > 0 { parts.append("\(count)\(unit.name)") }
            milliseconds = remainder
        }
        return parts.isEmpty ? "0s" : parts.prefix(2).joined()
    }
}
