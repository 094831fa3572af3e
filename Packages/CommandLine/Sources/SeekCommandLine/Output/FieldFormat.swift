import SeekBasics
import SeekNetworking

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
