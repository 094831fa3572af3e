import SeekBasics

extension JSONValue {
    /// Creates an object from the members that are neither nil nor null.
    static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        let present = members.compactMap { name, value in value.flatMap { $0.isNull ? nil : (name, $0) } }
        return .object(Dictionary(present) { first, _ in first })
    }

    static func integer(_ value: some BinaryInteger) -> JSONValue { .number(JSONNumber(value)) }
}

extension Date {
    /// The date as a string in the format of RFC 3339, in whole seconds.
    var json: JSONValue { .string(RFC3339.string(from: self)) }
}

extension URL {
    var json: JSONValue { .string(absoluteString) }
}
