import Seek
import SeekBasics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The value of a column for one result. Missing values are written as empty strings.
enum Cell: Sendable {
    case text(String)
    /// A string that is a hyperlink in terminals that support it.
    case link(String, to: URL?)
    case number(Int64?)
    /// A date: ISO 8601 (UTC) in TSV, relative to now in a table.
    case time(Date?)

    /// Creates the cell of a field.
    init(_ value: FieldValue) {
        self =
            switch value {
            case .integer(let number): .number(number)
            case .date(let date): .time(date)
            default: .text(value.plain)
            }
    }

    var isNumber: Bool {
        if case .number = self { true } else { false }
    }

    /// The value in TSV, which does not depend on the current date.
    var plain: String {
        switch self {
        case .text(let text), .link(let text, _): text
        case .number(let number): number.map { "\($0)" } ?? ""
        case .time(let date): date.map(RFC3339.string) ?? ""
        }
    }

    /// Returns the value in a table.
    func formatted(at now: LocalTime) -> String {
        if case .time(let date) = self { date.map { Timestamp.relative($0, to: now) } ?? "" } else { plain }
    }

    /// The value in Markdown: links are links, and dates have no time.
    var markdown: String {
        let text = SafeText.line(plain).reduce(into: "") { escaped, character in
            if "\\`*_[]<>|~".contains(character) { escaped.append("\\") }
            escaped.append(character)
        }
        switch self {
        case .link(_, let url?) where !text.isEmpty:
            let address = url.absoluteString.replacing("(", with: "%28").replacing(")", with: "%29")
            return "[\(text)](\(address.replacing("|", with: "%7C")))"
        case .time: return String(text.prefix("2026-01-31".count))
        default: return text
        }
    }

    var url: URL? {
        if case .link(_, let url) = self { url } else { nil }
    }
}
