/// A JSON value of any type.
///
/// ```swift
/// let page = try JSONValue(json: data)
/// let title = page["items"][0]["snippet"]["title"].string
/// ```
/// Values are compared exactly: numbers by their decimal values, and strings and the names of members by their Unicode
/// scalars, so that a composed and a decomposed `é` differ.
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
    case object([String: JSONValue])

    /// Returns a number.
    public static func number(_ value: Double) -> JSONValue { .number(JSONNumber(value)) }

    /// The member of an object; null if there is none or the value is not an object.
    ///
    /// Assigning `null` stores a null member instead of removing it. A value that is not an object is replaced with an
    /// object on assignment.
    public subscript(name: String) -> JSONValue {
        get { member(name) ?? .null }
        set {
            var members = object ?? [:]
            members[name] = newValue
            self = .object(members)
        }
    }

    /// Returns the member of an object with exactly this name; nil if there is none.
    public func member(_ name: String) -> JSONValue? {
        // The name that a dictionary finds can have another Unicode normalization.
        guard case .object(let members) = self, let index = members.index(forKey: name),
            members[index].key.utf8.elementsEqual(name.utf8)
        else { return nil }
        return members[index].value
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
    public var object: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
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
        case (.object(let left), .object(let right)):
            left.count == right.count && left.allSatisfy { name, value in rhs.member(name) == value }
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

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
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
        self = .object(Dictionary(elements) { _, last in last })
    }
}
