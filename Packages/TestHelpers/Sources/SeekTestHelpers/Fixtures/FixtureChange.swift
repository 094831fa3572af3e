public import SeekBasics

// Exported, because packages that do not import SeekBasics use it in changes and stubs.
@_exported public import struct SeekBasics.JSONObject
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
        self = .set(.object(JSONObject(elements)))
    }
}

/// A path in a JSON value: `items[0].snippet.title`, `items[*].id`, `"a.b".c`.
struct JSONPath: Sendable, Hashable {
    enum Step: Sendable, Hashable {
        case member(String)
        case element(Int)
        case everyElement
    }

    /// The reason why a string is not a path, or why a change cannot be applied at a path.
    struct Failure: Error, Sendable, Hashable {
        /// The path up to the step that failed, or the whole string if it is not a path.
        var place: String
        var reason: String
    }

    private(set) var steps: [Step] = []

    init(_ text: String) throws(Failure) {
        var rest = text[...]
        repeat {
            if rest.first == "[" {
                steps.append(try Self.parseIndex(&rest, of: text))
            } else {
                steps.append(try Self.parseName(&rest, of: text))
            }
            if rest.first == "." {
                rest = rest.dropFirst()
                guard !rest.isEmpty, rest.first != "[" else {
                    throw Self.invalid(text, "a name is missing after a dot")
                }
            } else if !rest.isEmpty, rest.first != "[" {
                throw Self.invalid(text, "a dot or a bracket is missing before '\(rest)'")
            }
        } while !rest.isEmpty
    }

    private static func parseIndex(_ rest: inout Substring, of text: String) throws(Failure) -> Step {
        guard let end = rest.firstIndex(of: "]") else { throw invalid(text, "a bracket is not closed") }
        let index = rest[rest.index(after: rest.startIndex)..<end]
        rest = rest[rest.index(after: end)...]
        if index == "*" { return .everyElement }
        guard let number = Int(index), number >= 0 else {
            throw invalid(text, "'[\(index)]' is not an index: use a number from 0, or *")
        }
        return .element(number)
    }

    private static func parseName(_ rest: inout Substring, of text: String) throws(Failure) -> Step {
        if rest.first == "\"" {
            let name = rest.dropFirst().prefix { $0 != "\"" }
            guard name.endIndex < rest.endIndex else { throw invalid(text, "a quotation mark is not closed") }
            rest = rest[rest.index(after: name.endIndex)...]
            return .member(String(name))
        }
        let name = rest.prefix { $0 != "." && $0 != "[" }
        guard !name.isEmpty else { throw invalid(text, "a name is missing") }
        rest = rest[name.endIndex...]
        return .member(String(name))
    }

    private static func invalid(_ text: String, _ reason: String) -> Failure {
        Failure(place: text, reason: "it is not a JSON path: \(reason)")
    }
}

extension JSONValue {
    mutating func apply(_ change: FixtureChange, at path: JSONPath) throws(JSONPath.Failure) {
        try apply(change, path.steps[...], at: "")
    }

    private mutating func apply(
        _ change: FixtureChange,
        _ steps: ArraySlice<JSONPath.Step>,
        at place: String
    ) throws(JSONPath.Failure) {
        guard let step = steps.first else { return }
        let rest = steps.dropFirst()
        switch step {
        case .member(let name):
            try applyToMember(name, change, rest, at: place.isEmpty ? name : "\(place).\(name)")
        case .element(let index):
            try applyToElements([index], change, rest, at: place)
        case .everyElement:
            guard let count = array?.count else { throw .init(place: place, reason: "it is not an array") }
            // From the last to the first, because a removal changes the indices of the elements after it.
            try applyToElements(Array((0..<count).reversed()), change, rest, at: place)
        }
    }

    private mutating func applyToMember(
        _ name: String,
        _ change: FixtureChange,
        _ rest: ArraySlice<JSONPath.Step>,
        at place: String
    ) throws(JSONPath.Failure) {
        guard var members = object else { throw .init(place: place, reason: "it is not an object") }
        if rest.isEmpty, case .added(let value) = change {
            guard members[name] == nil else {
                throw .init(place: place, reason: "the member already exists; set its value")
            }
            members[name] = value
        } else {
            guard var member = members[name] else {
                let nearest = Spelling.nearest(to: name, among: members.names.sorted())
                throw .init(
                    place: place,
                    reason: "it does not exist" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
                )
            }
            if rest.isEmpty {
                members[name] = change.value
            } else {
                try member.apply(change, rest, at: place)
                members[name] = member
            }
        }
        self = .object(members)
    }

    private mutating func applyToElements(
        _ indices: [Int],
        _ change: FixtureChange,
        _ rest: ArraySlice<JSONPath.Step>,
        at place: String
    ) throws(JSONPath.Failure) {
        guard var elements = array else { throw .init(place: place, reason: "it is not an array") }
        for index in indices {
            let place = "\(place)[\(index)]"
            guard elements.indices.contains(index) else {
                throw .init(place: place, reason: "the array has \(counted(elements.count, "element"))")
            }
            if !rest.isEmpty {
                try elements[index].apply(change, rest, at: place)
            } else if case .added = change {
                throw .init(place: place, reason: "only members can be added; set the element")
            } else if let value = change.value {
                elements[index] = value
            } else {
                elements.remove(at: index)
            }
        }
        self = .array(elements)
    }
}

extension FixtureChange {
    /// The value after the change; nil if it is removed.
    fileprivate var value: JSONValue? {
        switch self {
        case .set(let value), .added(let value): value
        case .removed: nil
        }
    }
}
