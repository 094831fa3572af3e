import SeekNetworking

enum JSONSubset {
    /// Returns the differences between a value and a required subset, each with its path; empty if the value contains
    /// the subset. The differences contain no values of secret members.
    static func differences(of value: JSONValue, from subset: JSONValue, at place: String = "body") -> [String] {
        switch (subset, value) {
        case (.object(let expected), .object):
            return expected.sorted { $0.key < $1.key }.flatMap { name, expected in
                guard let member = value.member(name) else { return ["\(place).\(name) is missing"] }
                let differences = differences(of: member, from: expected, at: "\(place).\(name)")
                let isHidden = Redaction.isSecret(member: name) && !differences.isEmpty
                return isHidden ? ["\(place).\(name) has another value"] : differences
            }
        case (.array(let expected), .array(let elements)):
            guard expected.count == elements.count else {
                return ["\(place) has \(elements.count) elements, not \(expected.count)"]
            }
            return elements.indices.flatMap { index in
                differences(of: elements[index], from: expected[index], at: "\(place)[\(index)]")
            }
        default:
            guard value != subset else { return [] }
            return ["\(place) is \(summary(of: value)), not \(summary(of: subset))"]
        }
    }

    private static func summary(of value: JSONValue) -> String {
        switch value {
        case .object: "an object"
        case .array(let elements): "an array of \(elements.count)"
        default: Redaction.redacted(json: value.data)
        }
    }
}
