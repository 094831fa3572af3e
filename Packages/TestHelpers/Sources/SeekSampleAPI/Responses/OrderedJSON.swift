/// A JSON value for output. Members retain their order, as in YouTube's and GitHub's responses.
///
/// `JSONEncoder` would sort the members, or order them differently in each run, which would change the ETag.
enum OrderedJSON: Sendable {
    typealias Member = (name: String, value: OrderedJSON)

    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([OrderedJSON])
    case object([Member])

    static func optional(_ string: String?) -> OrderedJSON { string.map(OrderedJSON.string) ?? .null }

    static func optional(_ number: Int?) -> OrderedJSON { number.map(OrderedJSON.integer) ?? .null }

    static func strings(_ strings: [String]) -> OrderedJSON { .array(strings.map(OrderedJSON.string)) }

    /// Returns this object with the members of another one appended. Values other than objects have no members.
    func adding(_ other: OrderedJSON) -> OrderedJSON { .object(members + other.members) }

    /// This object without its members that are null. Nested objects do not change.
    var withoutNulls: OrderedJSON {
        .object(members.filter { if case .null = $0.value { false } else { true } })
    }

    /// The members of an object; empty for other values.
    private var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    /// Returns the value as JSON on one line or, if `pretty` is true, on several lines with two spaces per level.
    func text(pretty: Bool) -> String {
        var text = ""
        write(to: &text, indentation: pretty ? 0 : nil)
        return text
    }

    private func write(to text: inout String, indentation: Int?) {
        switch self {
        case .null: text += "null"
        case .bool(let flag): text += "\(flag)"
        case .integer(let number): text += "\(number)"
        case .number(let number): text += "\(number)"
        case .string(let string): Self.write(string, to: &text)
        case .array(let elements):
            Self.write(elements.map { (name: nil, value: $0) }, between: "[", "]", to: &text, indentation)
        case .object(let members):
            Self.write(members.map { (name: $0.name, value: $0.value) }, between: "{", "}", to: &text, indentation)
        }
    }

    /// Writes the elements of an array, which have no names, or the members of an object.
    private static func write(
        _ values: [(name: String?, value: OrderedJSON)],
        between open: String,
        _ close: String,
        to text: inout String,
        _ indentation: Int?
    ) {
        text += open
        let inner = indentation.map { $0 + 1 }
        for (index, (name, value)) in values.enumerated() {
            if index > 0 { text += "," }
            breakLine(inner, in: &text)
            if let name {
                write(name, to: &text)
                text += indentation == nil ? ":" : ": "
            }
            value.write(to: &text, indentation: inner)
        }
        if !values.isEmpty { breakLine(indentation, in: &text) }
        text += close
    }

    private static func breakLine(_ indentation: Int?, in text: inout String) {
        guard let indentation else { return }
        text += "\n" + String(repeating: "  ", count: indentation)
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
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
        text += "\""
    }
}

extension OrderedJSON: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .string(value) }
    init(integerLiteral value: Int) { self = .integer(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(nilLiteral: ()) { self = .null }
    init(arrayLiteral elements: OrderedJSON...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, OrderedJSON)...) {
        self = .object(elements.map { (name: $0, value: $1) })
    }
}
