import Seek
import SeekBasics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Numbers, dates and durations as text for people.
enum Wording {
    /// Returns a number with separators: `1,234,567`.
    static func number(_ number: some BinaryInteger) -> String {
        let digits = Array(String(number.magnitude).utf8)
        var text = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "," }
            text.unicodeScalars.append(Unicode.Scalar(digit))
        }
        return text
    }

    /// Returns a count with a noun: `1 result`, `2,000 results`, `3 searches`.
    static func count(_ count: some BinaryInteger, _ noun: String) -> String {
        "\(number(count)) \(noun)\(count == 1 ? "" : noun.hasSuffix("ch") ? "es" : "s")"
    }

    /// Returns a number of at most four characters, rounded down: `980`, `12.3k`, `4M`.
    static func short(_ number: Int64) -> String {
        let units: [(size: Int64, name: String)] = [(1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")]
        guard let unit = units.first(where: { number >= $0.size }) else { return String(max(0, number)) }
        let (whole, tenth) = (number / unit.size, number % unit.size * 10 / unit.size)
        return whole >= 100 || tenth == 0 ? "\(whole)\(unit.name)" : "\(whole).\(tenth)\(unit.name)"
    }

    /// Returns the length of a video: `4:13`, `1:02:03`.
    static func clock(_ duration: Duration) -> String {
        let seconds = max(0, duration.components.seconds)
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        return hours > 0
            ? "\(hours):\(twoDigits(minutes)):\(twoDigits(seconds % 60))" : "\(minutes):\(twoDigits(seconds % 60))"
    }

    /// Returns a time that a source took: `0.31 s`.
    static func elapsed(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        return "\(seconds).\(twoDigits(attoseconds / 10_000_000_000_000_000)) s"
    }

    /// Returns the age of a past date, or the time until a future one: `3 days ago`, `in 5 hours`, `just now`.
    static func relative(_ date: Date, to now: Date) -> String {
        let seconds = now.timeIntervalSince(date)
        let units: [(name: String, seconds: Double)] = [
            ("year", 31_557_600), ("month", 2_629_800), ("day", 86_400), ("hour", 3_600), ("minute", 60),
        ]
        guard let unit = units.first(where: { abs(seconds) >= $0.seconds }) else {
            return seconds >= 0 ? "just now" : "in a moment"
        }
        let count = count(Int64(min(abs(seconds) / unit.seconds, 1e9)), unit.name)
        return seconds > 0 ? "\(count) ago" : "in \(count)"
    }

    /// Returns the origin of a response: `just fetched`, `stored 12 s ago`.
    static func origin(_ provenance: Provenance) -> String {
        guard provenance.isCached else { return provenance.source == .sample ? "sample" : "just fetched" }
        let stale = provenance.isStale ? ", expired" : provenance.isRevalidated ? ", confirmed" : ""
        return "from \(provenance.source.rawValue), \(age(provenance.age))\(stale)"
    }

    /// Returns the age of a response: `12 s old`, `3 min old`.
    private static func age(_ age: Duration) -> String {
        let seconds = age.components.seconds
        return switch seconds {
        case ..<120: "\(seconds) s old"
        case ..<7_200: "\(seconds / 60) min old"
        case ..<172_800: "\(seconds / 3_600) h old"
        default: "\(seconds / 86_400) days old"
        }
    }

    private static func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension HTML {
    /// Returns a date relative to now, with the exact time as its tooltip.
    static func time(_ date: Date, now: Date) -> HTML {
        let exact = RFC3339.string(from: date)
        return "<time datetime=\"\(exact)\" title=\"\(exact)\">\(Wording.relative(date, to: now))</time>"
    }

    /// Returns text with its matches marked.
    static func highlighted(_ text: HighlightedText) -> HTML {
        text.ranges.isEmpty
            ? "\(text.text)" : "\(each: text.segments, { $0.isMatch ? "<mark>\($0.text)</mark>" : "\($0.text)" })"
    }
}
