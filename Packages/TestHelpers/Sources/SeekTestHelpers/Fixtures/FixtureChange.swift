/// What becomes of one place of a fixture: so an abnormal case is a line, and not another file.
///
/// ```swift
/// let page: VideoPage = try load("youtube/search", setting: ["items[0].snippet.title": ""])
/// let other = try load(.json("youtube/search", setting: ["items[*].snippet.description": .removed]))
/// ```
/// A place is a path of names and positions, `items[0].snippet.title`; `[*]` means every element of a list, and a name that holds
/// a dot or a bracket stands in quotation marks: `"a.b"[0]`. The place must be there, so that a name written wrongly is an error and
/// not a test that says nothing; ``added(_:)`` makes a new one.
public enum FixtureChange: Sendable, Hashable {
    /// The place gets this value.
    case set(JSONValue)
    /// The member or element is taken out.
    case removed
    /// A member that is not there is added.
    case added(JSONValue)
}

extension FixtureChange: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A text.
    public init(stringLiteral value: String) { self = .set(.string(value)) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .set(.number(Double(value))) }
    /// A number.
    public init(floatLiteral value: Double) { self = .set(.number(value)) }
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .set(.bool(value)) }
    /// `null`: the member stays, without a value. ``removed`` takes it out.
    public init(nilLiteral: ()) { self = .set(.null) }
    /// A list.
    public init(arrayLiteral elements: JSONValue...) { self = .set(.array(elements)) }
    /// An object; of members with the same name the last one counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .set(.object(Dictionary(elements) { _, last in last }))
    }
}
