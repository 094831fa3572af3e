/// Any JSON value.
///
/// ```swift
/// let page = try JSONDecoder().decode(JSONValue.self, from: data)
/// let title = page["items"][0]["snippet"]["title"].string
/// ```
public enum JSONValue: Sendable, Hashable {
    /// `null`
    case null
    /// `true` or `false`
    case bool(Bool)
    /// A number. Whole numbers are exact up to 2⁵³.
    case number(Double)
    /// A text.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// Names and values.
    case object([String: JSONValue])

    /// The member of an object, or null where there is none or this is no object. Setting null keeps the member.
    public subscript(name: String) -> JSONValue {
        get { object?[name] ?? .null }
        set {
            var members = object ?? [:]
            members[name] = newValue
            self = .object(members)
        }
    }

    /// The element of a list, or null where there is none or this is no list. Setting beyond the end does nothing.
    public subscript(index: Int) -> JSONValue {
        get { array.flatMap { $0.indices.contains(index) ? $0[index] : nil } ?? .null }
        set {
            guard var elements = array, elements.indices.contains(index) else { return }
            elements[index] = newValue
            self = .array(elements)
        }
    }

    /// Whether this is `null`.
    public var isNull: Bool { self == .null }

    /// The text, where this is one.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number, where this is one.
    public var number: Double? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The whole number, where this is one.
    public var integer: Int? { number.flatMap(Int.init(exactly:)) }

    /// The truth value, where this is one.
    public var bool: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    /// The elements, where this is a list.
    public var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members, where this is an object.
    public var object: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
    /// A number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// `null`
    public init(nilLiteral: ()) { self = .null }
    /// A list.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object; of members with the same name the last one counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}
