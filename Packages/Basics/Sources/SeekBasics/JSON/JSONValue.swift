/// A JSON value of any type.
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
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    case object([String: JSONValue])

    /// The member of an object; null if there is none or the value is not an object.
    ///
    /// Assigning `null` stores a null member instead of removing it. A value that is not an object is replaced with an
    /// object on assignment.
    public subscript(name: String) -> JSONValue {
        get { object?[name] ?? .null }
        set {
            var members = object ?? [:]
            members[name] = newValue
            self = .object(members)
        }
    }

    /// The element of an array; null if the index is out of range or the value is not an array.
    ///
    /// Assigning has no effect in these cases.
    public subscript(index: Int) -> JSONValue {
        get {
            guard let elements = array, elements.indices.contains(index) else { return .null }
            return elements[index]
        }
        set {
            guard var elements = array, elements.indices.contains(index) else { return }
            elements[index] = newValue
            self = .array(elements)
        }
    }

    /// Whether the value is `null`.
    public var isNull: Bool { self == .null }

    /// The string, if the value is one.
    public var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The number, if the value is one.
    public var number: Double? { if case .number(let number) = self { number } else { nil } }

    /// The number, if the value is an integer that fits in `Int`.
    public var integer: Int? { number.flatMap(Int.init(exactly:)) }

    /// The Boolean, if the value is one.
    public var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }

    /// The elements, if the value is an array.
    public var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    /// The members, if the value is an object.
    public var object: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates a number from an integer.
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
    /// Creates a number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates `null`.
    public init(nilLiteral: ()) { self = .null }
    /// Creates an array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Creates an object. If a name is repeated, its last value is used.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}
