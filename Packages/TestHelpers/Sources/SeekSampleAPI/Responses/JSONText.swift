/// A JSON value for output. Members retain their order, as in the provider's own responses.
///
/// `JSONEncoder` would sort the members or change their order between runs, and with it the ETag.
enum JSONText: Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSONText])
    case object([Member])

    struct Member: Sendable {
        var name: String
        var value: JSONText
    }

    /// A string, or null.
    static func optional(_ text: String?) -> JSONText { text.map(JSONText.string) ?? .null }

    /// Returns the value as JSON text: on one line, or indented by two spaces per level.
    func text(pretty: Bool) -> String {
        var text = ""
        write(to: &text, indentation: pretty ? 0 : nil)
        return text
    }

    private func write(to text: inout String, indentation: Int?) {
        switch self {
        case .null: text += "null"
        case .bool(let flag): text += flag ? "true" : "false"
        case .integer(let number): text += String(number)
        case .number(let number): text += String(number)
        case .string(let string): Self.write(string, to: &text)
        case .array(let elements):
            Self.write(elements, "[", "]", to: &text, indentation) { element, text, indentation in
                element.write(to: &text, indentation: indentation)
            }
        case .object(let members):
            Self.write(members, "{", "}", to: &text, indentation) { member, text, indentation in
                Self.write(member.name, to: &text)
                text += indentation == nil ? ":" : ": "
                member.value.write(to: &text, indentation: indentation)
            }
        }
    }

    private static func write<Part>(
        _ parts: [Part],
        _ open: String,
        _ close: String,
        to text: inout String,
        _ indentation: Int?,
        writePart: (Part, inout String, Int?) -> Void
    ) {
        text += open
        let inner = indentation.map { $0 + 1 }
        for (index, part) in parts.enumerated() {
            if index > 0 { text += "," }
            breakLine(inner, in: &text)
            writePart(part, &text, inner)
        }
        if !parts.isEmpty { breakLine(indentation, in: &text) }
        text += close
    }

    private static func breakLine(_ indentation: Int?, in text: inout String) {
        guard let indentation else { return }
        text += "\n"
        text += String(repeating: "  ", count: indentation)
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        defer { text += "\"" }
        // Fast path: most strings need no escaping.
        guard string.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0x22 || $0 == 0x5C }) else {
            text += string
            return
        }
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    /// The member of an object; null if it is missing.
    subscript(name: String) -> JSONText {
        guard case .object(let members) = self else { return .null }
        return members.first { $0.name == name }?.value ?? .null
    }

    /// The string; nil for other values.
    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }
}

extension JSONText: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .string(value) }
    init(integerLiteral value: Int) { self = .integer(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(nilLiteral: ()) { self = .null }
    init(arrayLiteral elements: JSONText...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, JSONText)...) {
        self = .object(elements.map { Member(name: $0, value: $1) })
    }
}
