import Seek
import SeekBasics

/// Numbers, durations and the origins of responses as text, in the formats that only pages use.
enum Wording {
    /// Returns a number in a short form, rounded down: `980`, `12.3k`, `4M`. A negative number becomes `0`.
    static func short(_ number: Int64) -> String {
        let units: [(size: Int64, name: String)] = [(1_000_000_000, "B"), (1_000_000, "M"), (1_000, "k")]
        guard let unit = units.first(where: { number >= $0.size }) else { return String(max(0, number)) }
        let (whole, tenth) = (number / unit.size, number % unit.size * 10 / unit.size)
        return whole >= 100 || tenth == 0 ? "\(whole)\(unit.name)" : "\(whole).\(tenth)\(unit.name)"
    }

    /// Returns the time that a source took in seconds, rounded down to hundredths: `0.31 s`.
    static func elapsed(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let hundredths = attoseconds / 10_000_000_000_000_000
        return "\(seconds).\(hundredths < 10 ? "0" : "")\(hundredths) s"
    }

    /// Returns the origin of a response: `just fetched`, `from disk, 12 s old`.
    static func origin(_ provenance: Provenance) -> String {
        guard provenance.isCached else { return provenance.source == .sample ? "sample" : "just fetched" }
        guard !provenance.isRevalidated else { return "just checked, unchanged" }
        return
            "from \(provenance.source.rawValue), \(provenance.age.ageText) old\(provenance.isStale ? ", expired" : "")"
    }
}

extension HTML {
    /// Returns a date relative to now, with the exact time as its tooltip.
    static func time(_ date: Date, now: Date) -> HTML {
        let exact = RFC3339.string(from: date)
        return "<time datetime=\"\(exact)\" title=\"\(exact)\">\(date.relativeText(to: now))</time>"
    }

    static func highlighted(_ text: HighlightedText) -> HTML {
        "\(each: text.segments, { $0.isMatch ? "<mark>\($0.text)</mark>" : "\($0.text)" })"
    }
}
