import SeekBasics
import SeekNetworking

extension FieldValue {
    var isInteger: Bool { if case .integer = self { true } else { false } }

    /// Returns the value in a table: integers have thousands separators, and dates are relative.
    func formatted(at now: LocalTime) -> String {
        switch self {
        case .integer(let number): number.grouped
        case .duration(let duration): duration.clockText
        case .date(let date): Timestamp.relative(date, to: now)
        default: plain
        }
    }

    /// Returns the value in Markdown, linked to the URL: integers have thousands separators, and dates have no time.
    func markdown(linkedTo url: URL?) -> String {
        switch self {
        case .integer(let number): return number.grouped
        case .duration(let duration): return duration.clockText
        case .date: return String(plain.prefix("2026-01-31".count))
        default: break
        }
        if url == nil, let address = URL(string: plain), Origin(address) != nil, !plain.contains(" ") {
            return "<\(address.absoluteString.replacing("|", with: "%7C"))>"
        }
        let text = SafeText.line(plain).reduce(into: "") { escaped, character in
            if "\\`*_[]<>|~".contains(character) { escaped.append("\\") }
            escaped.append(character)
        }
        guard let url, !text.isEmpty else { return text }
        let address = url.absoluteString.replacing("(", with: "%28").replacing(")", with: "%29")
        return "[\(text)](\(address.replacing("|", with: "%7C")))"
    }
}
