// Exported, because packages that do not import SeekBasics use it in changes and stubs.
@_exported public import enum SeekBasics.JSONValue

/// A change to a fixture, so that a special case is one line rather than another file.
///
/// ```swift
/// let page: VideoPage = try load("youtube/search", setting: ["items[0].snippet.title": ""])
/// let json = try load(.json("youtube/search", setting: ["items[*].snippet.description": .removed]))
/// ```
/// A path consists of names and positions, `items[0].snippet.title`; `[*]` selects every element of an array, and a
/// name with a dot or a bracket is quoted: `"a.b"[0]`. The path must exist, so that a misspelled name is an error;
/// ``added(_:)`` adds a member.
public enum FixtureChange: Sendable, Hashable {
    /// Sets the value.
    case set(JSONValue)
    /// Removes the member or element.
    case removed
    /// Adds a missing member of an object.
    case added(JSONValue)
}

extension FixtureChange: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Sets a string.
    public init(stringLiteral value: String) { self = .set(.string(value)) }
    /// Sets an integer.
    public init(integerLiteral value: Int) { self = .set(.number(Double(value))) }
    /// Sets a number.
    public init(floatLiteral value: Double) { self = .set(.number(value)) }
    /// Sets a Boolean.
    public init(booleanLiteral value: Bool) { self = .set(.bool(value)) }
    /// Sets `null`. The member remains; ``removed`` removes it.
    public init(nilLiteral: ()) { self = .set(.null) }
    /// Sets an array.
    public init(arrayLiteral elements: JSONValue...) { self = .set(.array(elements)) }
    /// Sets an object. If a name occurs more than once, its last value is used.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .set(.object(Dictionary(elements) { _, last in last }))
    }
}
