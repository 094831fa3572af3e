import SeekBasics
import SeekNetworking

/// A JSON value: a cell of a table, or a field of `--json` and `--template`.
enum FieldValue: Sendable, Hashable, Codable {
    case null
    case bool(Bool)
    case integer(Int64)
    case decimal(Double)
    case text(String)
    /// A duration: whole seconds in JSON, rounded down.
    case duration(Duration)
    /// A date: ISO 8601 (UTC) in JSON.
    case date(Date)
    case list([FieldValue])
    case object([String: FieldValue])

    var isList: Bool { if case .list = self { true } else { false } }
    var isInteger: Bool { if case .integer = self { true } else { false } }

    /// Returns the number, clamped to 64 bits.
    static func number(_ number: some BinaryInteger) -> FieldValue { .integer(Int64(clamping: number)) }

    static func optional(_ text: String?) -> FieldValue { text.map(FieldValue.text) ?? .null }

    static func optional(_ number: (some BinaryInteger)?) -> FieldValue {
        number.map { .number($0) } ?? .null
    }

    static func optional(_ duration: Duration?) -> FieldValue { duration.map(FieldValue.duration) ?? .null }

    static func optional(_ date: Date?) -> FieldValue { date.map(FieldValue.date) ?? .null }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else if let number = try? container.decode(Int64.self) {
            self = .integer(number)
        } else if let number = try? container.decode(Double.self) {
            self = .decimal(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let values = try? container.decode([FieldValue].self) {
            self = .list(values)
        } else {
            self = .object(try container.decode([String: FieldValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let flag): try container.encode(flag)
        case .integer(let number): try container.encode(number)
        case .decimal(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .duration(let duration): try container.encode(duration.components.seconds)
        case .date: try container.encode(plain)
        case .list(let values): try container.encode(values)
        case .object(let members): try container.encode(members)
        }
    }

    /// The value as text: strings have no quotes, null is empty, and the elements of a list are separated by commas.
    var plain: String {
        switch self {
        case .null: ""
        case .bool(let flag): "\(flag)"
        case .integer(let number): "\(number)"
        case .decimal(let number): "\(number)"
        case .text(let text): text
        case .duration(let duration): "\(duration.components.seconds)"
        case .date(let date): RFC3339.string(from: date)
        case .list(let values): values.map(\.plain).joined(separator: ", ")
        case .object: String(json(isPretty: false).dropLast())
        }
    }

    /// Returns JSON with sorted keys and a line end. Control characters are escaped. Only indented JSON is colored.
    func json(isPretty: Bool, isColored: Bool = false) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Encoding cannot fail: every value is valid JSON.
        let data = (try? encoder.encode(self)) ?? Data()
        guard isPretty else { return SafeText.json(String(decoding: data, as: UTF8.self)) + "\n" }
        // Foundation would put a space before colons, unlike jq.
        return JSONFormatter(isColored: isColored).formatted(data) + "\n"
    }

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
        // By scalars, because a combining mark after one of them does not change its meaning.
        let text = SafeText.line(plain).unicodeScalars.reduce(into: "") { escaped, scalar in
            if "\\`*_[]<>|~".unicodeScalars.contains(scalar) { escaped.append("\\") }
            escaped.unicodeScalars.append(scalar)
        }
        guard let url, !text.isEmpty else { return text }
        let address = url.absoluteString.replacing("(", with: "%28").replacing(")", with: "%29")
        return "[\(text)](\(address.replacing("|", with: "%7C")))"
    }
}
