import SeekBasics
public import SeekNetworking

/// A condition of a stub beyond method, URL and equal header fields.
public struct StubCondition: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case query(String, Glob)
        case header(HTTPField.Name, Glob)
        case json(JSONValue)
        case custom(Predicate)
    }

    let kind: Kind

    /// A query parameter whose value matches a pattern, in which `*` stands for any characters, also none:
    /// `.query("q", matches: "swift *")`.
    public static func query(_ name: String, matches pattern: String) -> StubCondition {
        StubCondition(kind: .query(name, Glob(pattern)))
    }

    /// A header field whose value matches a pattern, in which `*` stands for any characters, also none.
    public static func header(_ name: HTTPField.Name, matches pattern: String) -> StubCondition {
        StubCondition(kind: .header(name, Glob(pattern)))
    }

    /// A JSON body that contains these members: `.json(["user": ["name": "octocat"]])`.
    ///
    /// An array must have as many elements as the array in the subset, and each element must contain the subset's
    /// element at the same position.
    public static func json(_ subset: JSONValue) -> StubCondition {
        StubCondition(kind: .json(subset))
    }

    /// A custom condition with a description: `.where("the body is short") { … }`.
    ///
    /// The closure runs while the transport is locked, so it must not use the transport.
    public static func `where`(
        _ description: String,
        _ isSatisfied: @escaping @Sendable (HTTPRequest) -> Bool
    ) -> StubCondition {
        StubCondition(kind: .custom(Predicate(description: description, isSatisfied: isSatisfied)))
    }

    /// Returns the differences of a request; empty if it satisfies the condition. They contain no secrets.
    func differences(from actual: ObservedRequest) -> [String] {
        switch kind {
        case .query(let name, let glob):
            let encodedName = PercentEncoding.encode(name)
            let values = actual.query.filter { $0.name == encodedName }.map { PercentEncoding.decode($0.value) }
            return glob.differences(
                of: "query parameter \(name)",
                isSecret: Redaction.isSecret(queryItem: name),
                from: values
            )
        case .header(let name, let glob):
            let value = actual.request.headerFields[name]
            return glob.differences(
                of: "header field \(name)",
                isSecret: Redaction.isSecret(name),
                from: value.map { [$0] } ?? []
            )
        case .json(let subset):
            guard let body = actual.json else { return ["the body is not JSON"] }
            return JSONSubset.differences(of: body, from: subset)
        case .custom(let predicate):
            return predicate.isSatisfied(actual.request) ? [] : ["condition not met: \(predicate.description)"]
        }
    }

    /// A closure, which is equal only to itself.
    final class Predicate: Sendable, Hashable {
        let description: String
        let isSatisfied: @Sendable (HTTPRequest) -> Bool

        init(description: String, isSatisfied: @escaping @Sendable (HTTPRequest) -> Bool) {
            self.description = description
            self.isSatisfied = isSatisfied
        }

        static func == (lhs: Predicate, rhs: Predicate) -> Bool { lhs === rhs }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }
}

/// A pattern in which `*` stands for any characters, also none. Matching takes a bounded time, because each part between
/// asterisks is searched only after the preceding one.
struct Glob: Sendable, Hashable {
    private let text: String
    /// The parts between the asterisks, in UTF-8.
    private let parts: [[UInt8]]

    init(_ text: String) {
        self.text = text
        parts = text.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map(Array.init)
    }

    /// Returns whether the pattern matches the whole value.
    func matches(_ value: String) -> Bool {
        var rest = Array(value.utf8)[...]
        guard parts.count > 1 else { return rest.elementsEqual(text.utf8) }
        guard rest.starts(with: parts[0]) else { return false }
        rest = rest.dropFirst(parts[0].count)
        for part in parts[1..<(parts.count - 1)] where !part.isEmpty {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        let end = parts[parts.count - 1]
        return rest.count >= end.count && rest.suffix(end.count).elementsEqual(end)
    }

    /// Returns why the pattern matches none of the values of a field; empty if it matches one.
    func differences(of field: String, isSecret: Bool, from values: [String]) -> [String] {
        if values.contains(where: matches) { return [] }
        guard let value = values.first else { return ["\(field) is missing"] }
        let shown = isSecret ? Redaction.placeholder : Redaction.redacted(text: value)
        return ["\(field) is '\(shown)', which '\(text)' does not match"]
    }
}
