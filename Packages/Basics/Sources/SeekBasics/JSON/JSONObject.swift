/// The members of a JSON object, in their order. Each name occurs once.
///
/// Names are compared by their Unicode scalars, so that a composed and a decomposed `é` differ. Looking up a name takes
/// time in proportion to the number of members.
public struct JSONObject: Sendable {
    /// A name and its value.
    public typealias Member = (name: String, value: JSONValue)

    private var members: [Member]

    /// Creates an object. If a name is repeated, its last value is used, in the place of the first.
    public init(_ members: some Sequence<(String, JSONValue)>) {
        var builder = Builder()
        for (name, value) in members { builder.set(name, to: value) }
        self = builder.object
    }

    /// Creates an object from a dictionary, with the members in the order of their names.
    public init(_ dictionary: [String: JSONValue]) {
        members = dictionary.map { ($0, $1) }.sorted(by: Self.areSorted)
    }

    fileprivate init(unique members: [Member]) { self.members = members }

    /// The value of the member with exactly this name; nil if there is none.
    ///
    /// Assigning a value to a new name appends a member, and assigning nil removes the member.
    public subscript(name: String) -> JSONValue? {
        get { members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value }
        set {
            let index = members.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append((name, value))
            case (nil, nil): break
            }
        }
    }

    /// The names, in order.
    public var names: [String] { members.map(\.name) }

    /// Returns the object without the members that do not satisfy a predicate.
    public func filter(_ isIncluded: (Member) throws -> Bool) rethrows -> JSONObject {
        JSONObject(unique: try members.filter(isIncluded))
    }

    /// Returns the object with each value transformed.
    public func mapValues(_ transform: (JSONValue) throws -> JSONValue) rethrows -> JSONObject {
        JSONObject(unique: try members.map { ($0.name, try transform($0.value)) })
    }

    /// Returns the object with the members of another one, whose values replace those of the same names.
    public func merging(_ other: JSONObject) -> JSONObject {
        JSONObject((members + other.members).map { ($0.name, $0.value) })
    }

    /// The object with its members in the order of their names, by Unicode scalars.
    var sorted: JSONObject { JSONObject(unique: members.sorted(by: Self.areSorted)) }

    private static func areSorted(_ first: Member, _ second: Member) -> Bool {
        first.name.unicodeScalars.lexicographicallyPrecedes(second.name.unicodeScalars)
    }
}

extension JSONObject: RandomAccessCollection {
    /// 0.
    public var startIndex: Int { 0 }
    /// The number of members.
    public var endIndex: Int { members.count }
    /// The member at a position.
    public subscript(position: Int) -> Member { members[position] }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object. If a name is repeated, its last value is used.
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}

extension JSONObject: Hashable {
    private var valuesByName: [ExactName: JSONValue] {
        Dictionary(members.map { (ExactName($0.name), $0.value) }) { $1 }
    }

    /// Compares the members, regardless of their order.
    public static func == (lhs: JSONObject, rhs: JSONObject) -> Bool {
        lhs.count == rhs.count && lhs.valuesByName == rhs.valuesByName
    }

    /// Hashes the members, regardless of their order.
    public func hash(into hasher: inout Hasher) { hasher.combine(valuesByName) }
}

extension JSONObject {
    /// Collects the members of an object. The time for each does not depend on their number, so that an object with many
    /// members is created in linear time.
    struct Builder {
        private var members: [Member] = []
        private var indices: [ExactName: Int] = [:]

        var object: JSONObject { JSONObject(unique: members) }

        /// Adds a member, or replaces its value; returns false if the name is repeated.
        @discardableResult
        mutating func set(_ name: String, to value: JSONValue) -> Bool {
            if let index = indices[ExactName(name)] {
                members[index].value = value
                return false
            }
            indices[ExactName(name)] = members.count
            members.append((name, value))
            return true
        }
    }
}

/// A name that equals only names with the same UTF-8 bytes. `String` regards names that differ in their Unicode
/// normalization as equal, and gives them the same hash value.
private struct ExactName: Hashable {
    private let bytes: [UInt8]

    init(_ name: String) { bytes = Array(name.utf8) }
}
