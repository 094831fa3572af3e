import Seek
import SeekBasics
import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The value of a column for one result. Missing values are written as empty strings.
enum Cell: Sendable {
    case text(String)
    case number(Int64?)
    /// A duration: seconds in TSV, `1:02:03` in a table.
    case duration(Duration)
    /// A date: ISO 8601 (UTC) in TSV, relative to now in a table.
    case time(Date?)

    /// Creates the cell of a field.
    init(_ value: FieldValue) {
        self =
            switch value {
            case .integer(let number): .number(number)
            case .duration(let duration): .duration(duration)
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
        case .text(let text): text
        case .number(let number): number.map { "\($0)" } ?? ""
        case .duration(let duration): "\(duration.components.seconds)"
        case .time(let date): date.map(RFC3339.string) ?? ""
        }
    }

    /// Returns the value in a table: numbers have separators, dates are relative.
    func formatted(at now: LocalTime) -> String {
        switch self {
        case .text: plain
        case .number(let number): number?.grouped ?? ""
        case .duration(let duration): duration.clockText
        case .time(let date): date.map { Timestamp.relative($0, to: now) } ?? ""
        }
    }

    /// Returns the value in Markdown: numbers have separators, and dates have no time.
    ///
    /// - Parameter url: The URL that a text links to.
    func markdown(linkedTo url: URL?) -> String {
        let text = SafeText.line(plain).reduce(into: "") { escaped, character in
            if "\\`*_[]<>|~".contains(character) { escaped.append("\\") }
            escaped.append(character)
        }
        switch self {
        case .text(let value):
            if url == nil, let address = URL(string: value), Origin(address) != nil, !value.contains(" ") {
                return "<\(address.absoluteString.replacing("|", with: "%7C"))>"
            }
            guard let url, !text.isEmpty else { return text }
            let address = url.absoluteString.replacing("(", with: "%28").replacing(")", with: "%29")
            return "[\(text)](\(address.replacing("|", with: "%7C")))"
        case .number(let number): return number?.grouped ?? ""
        case .duration(let duration): return duration.clockText
        case .time: return String(text.prefix("2026-01-31".count))
        }
    }
}
