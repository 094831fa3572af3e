/// A JSON value of any type.
///
/// ```swift
/// let page = try JSONValue(json: data)
/// let title = page["items"][0]["snippet"]["title"].string
/// ```
/// Values are compared exactly: numbers by their decimal values, and strings and the names of members by their Unicode
/// scalars, so that a composed and a decomposed `é` differ. Objects are compared regardless of the order of their members.
public enum JSONValue: Sendable, Hashable {
    /// `null`
    case null
    /// `true` or `false`
    case bool(Bool)
    /// A number.
    case number(JSONNumber)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    case object(JSONObject)

    /// Returns a number.
    public static func number(_ value: Double) -> JSONValue { .number(JSONNumber(value)) }

    /// Returns a number from an integer.
    public static func number(_ value: some BinaryInteger) -> JSONValue { .number(JSONNumber(value)) }

    /// Returns a string; null for nil.
    public static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    /// Returns a number from an integer; null for nil.
    public static func optional(_ value: (some BinaryInteger)?) -> JSONValue { value.map { .number($0) } ?? .null }

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

    /// The nearest `Double`, if the value is a number.
    public var number: Double? { if case .number(let number) = self { number.double } else { nil } }

    /// The number, if the value is an integer that fits in `Int`.
    public var integer: Int? { if case .number(let number) = self { number.integer } else { nil } }

    /// The Boolean, if the value is one.
    public var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }

    /// The elements, if the value is an array.
    public var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    /// The members, if the value is an object.
    public var object: JSONObject? { if case .object(let members) = self { members } else { nil } }

    /// The object without its members that are null; nested objects do not change. Other values are unchanged.
    public var withoutNulls: JSONValue {
        object.map { .object($0.filter { !$0.value.isNull }) } ?? self
    }
}

extension JSONValue {
    /// Compares two values exactly.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        switch (lhs, rhs) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// Hashes the value. Equal values have equal hashes; those that differ only in their Unicode normalization do too.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let flag): hasher.combine(flag)
        case .number(let number): hasher.combine(number)
        case .string(let text): hasher.combine(text)
        case .array(let elements): hasher.combine(elements)
        case .object(let members): hasher.combine(members)
        }
    }
}

extension JSONValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates a number from an integer.
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
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
        self = .object(JSONObject(elements))
    }
}
