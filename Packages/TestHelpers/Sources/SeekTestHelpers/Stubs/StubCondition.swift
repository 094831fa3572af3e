import SeekBasics
public import SeekNetworking

/// A condition of a stub beyond method, URL and equal header fields.
public struct StubCondition: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case query(String, Pattern)
        case header(HTTPField.Name, Pattern)
        case json(JSONValue)
        case custom(Predicate)
    }

    let kind: Kind

    /// A query parameter whose whole value matches a Swift regular expression: `.query("q", matches: "[a-z ]+")`.
    public static func query(_ name: String, matches pattern: String) -> StubCondition {
        StubCondition(kind: .query(name, Pattern(pattern)))
    }

    /// A query parameter whose whole value matches an untrusted pattern, which was parsed from `text`.
    static func query(_ name: String, matches pattern: LinearPattern, of text: String) -> StubCondition {
        StubCondition(kind: .query(name, Pattern(text, linear: pattern)))
    }

    /// A header field whose whole value matches a Swift regular expression.
    public static func header(_ name: HTTPField.Name, matches pattern: String) -> StubCondition {
        StubCondition(kind: .header(name, Pattern(pattern)))
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

    /// The reason why the condition is invalid; nil if it is valid.
    var invalidReason: String? {
        switch kind {
        case .query(_, let pattern), .header(_, let pattern):
            pattern.isValid ? nil : "'\(pattern.text)' is not a regular expression"
        case .json, .custom: nil
        }
    }

    /// Returns the differences of a request; empty if it satisfies the condition. They contain no secrets.
    func differences(from actual: ObservedRequest) -> [String] {
        switch kind {
        case .query(let name, let pattern):
            let encodedName = PercentEncoding.encode(name)
            let values = actual.query.filter { $0.name == encodedName }.map { PercentEncoding.decode($0.value) }
            return pattern.differences(
                of: "query parameter \(name)",
                isSecret: Redaction.isSecret(queryItem: name),
                from: values
            )
        case .header(let name, let pattern):
            let value = actual.request.headerFields[name]
            return pattern.differences(
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
}

extension StubCondition {
    final class Pattern: Sendable, Hashable {
        let text: String
        /// Nil if the text is invalid or `linear` is used. `Regex` is not `Sendable`, so it is protected by the lock.
        private let regex: Mutex<Regex<AnyRegexOutput>?>
        /// Used instead of `regex` for untrusted patterns, because the matching time of `Regex` is not bounded.
        private let linear: LinearPattern?

        init(_ text: String, linear: LinearPattern? = nil) {
            self.text = text
            self.linear = linear
            regex = Mutex(linear == nil ? try? Regex(text) : nil)
        }

        var isValid: Bool { linear != nil || regex.withLock { $0 != nil } }

        func matches(_ value: String) -> Bool {
            if let linear { return linear.matches(value) }
            return regex.withLock { regex in
                guard let regex else { return false }
                return (try? regex.wholeMatch(in: value)) != nil
            }
        }

        /// Returns why the pattern matches none of the values of a field; empty if it matches one.
        func differences(of field: String, isSecret: Bool, from values: [String]) -> [String] {
            if values.contains(where: matches) { return [] }
            guard let value = values.first else { return ["\(field) is missing"] }
            let shown = isSecret ? Redaction.placeholder : Redaction.redacted(text: value)
            return ["\(field) is '\(shown)', which /\(text)/ does not match"]
        }

        static func == (lhs: Pattern, rhs: Pattern) -> Bool {
            lhs.text == rhs.text && (lhs.linear == nil) == (rhs.linear == nil)
        }

        func hash(into hasher: inout Hasher) { hasher.combine(text) }
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
