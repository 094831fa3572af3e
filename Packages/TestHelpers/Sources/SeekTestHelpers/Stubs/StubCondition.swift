import SeekBasics
public import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a stub asks of a request beyond method, URL and equal header fields.
public struct StubCondition: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case query(String, Pattern)
        case header(HTTPField.Name, Pattern)
        case json(JSONValue)
        case custom(Predicate)
    }

    let kind: Kind

    /// A query item of a name, whose whole value a regular expression of Swift matches: `.query("q", matches: "[a-z ]+")`.
    public static func query(_ name: String, matches pattern: String) -> StubCondition {
        StubCondition(kind: .query(name, Pattern(pattern)))
    }

    /// A query item of a name, whose whole value a pattern from outside matches.
    static func query(_ name: String, matches pattern: LinearPattern, of text: String) -> StubCondition {
        StubCondition(kind: .query(name, Pattern(text, pattern)))
    }

    /// A header field of a name, whose whole value a regular expression of Swift matches.
    public static func header(_ name: HTTPField.Name, matches pattern: String) -> StubCondition {
        StubCondition(kind: .header(name, Pattern(pattern)))
    }

    /// A JSON body that holds these members, and any others: `.json(["user": ["name": "octocat"]])`.
    ///
    /// Lists must have the same number of elements, each of which holds what the one in its place asks for.
    public static func json(_ subset: JSONValue) -> StubCondition {
        StubCondition(kind: .json(subset))
    }

    /// Whatever else can be said of a request. The text says it to people: `.where("the body is short") { … }`.
    public static func `where`(_ what: String, _ holds: @escaping @Sendable (HTTPRequest) -> Bool) -> StubCondition {
        StubCondition(kind: .custom(Predicate(what: what, holds: holds)))
    }

    /// Why it can never be asked; nil where it can.
    var invalidity: String? {
        switch kind {
        case .query(_, let pattern), .header(_, let pattern):
            pattern.isValid ? nil : "'\(pattern.text)' is no regular expression"
        case .json, .custom: nil
        }
    }

    /// What keeps a request from fulfilling it; empty where it does. Holds no secret.
    func differences(from asked: ObservedRequest) -> [String] {
        switch kind {
        case .query(let name, let pattern):
            let values = asked.query.filter { $0.name == name }.map(\.value)
            if values.contains(where: pattern.matches) { return [] }
            guard let value = values.first else { return ["query item \(name) is missing"] }
            let shown = Redaction.isSecret(queryItem: name) ? Redaction.placeholder : Redaction.redacted(text: value)
            return ["query item \(name) is '\(shown)', which /\(pattern.text)/ does not match"]
        case .header(let name, let pattern):
            guard let value = asked.request.headerFields[name] else { return ["header field \(name) is missing"] }
            if pattern.matches(value) { return [] }
            let shown = Redaction.isSecret(name) ? Redaction.placeholder : Redaction.redacted(text: value)
            return ["header field \(name) is '\(shown)', which /\(pattern.text)/ does not match"]
        case .json(let subset):
            guard let body = asked.json else { return ["the body is no JSON"] }
            return JSONSubset.differences(of: body, from: subset)
        case .custom(let predicate):
            return predicate.holds(asked.request) ? [] : ["not so: \(predicate.what)"]
        }
    }
}

extension StubCondition {
    /// A regular expression, made once.
    final class Pattern: Sendable, Hashable {
        let text: String
        /// Nil where the text is none. `Regex` is not `Sendable`; so it stays under the lock.
        private let regex: Mutex<Regex<AnyRegexOutput>?>
        /// In place of the regular expression, which may take any time, where the text comes from outside.
        private let linear: LinearPattern?

        init(_ text: String) {
            self.text = text
            regex = Mutex(try? Regex(text))
            linear = nil
        }

        init(_ text: String, _ pattern: LinearPattern) {
            self.text = text
            regex = Mutex(nil)
            linear = pattern
        }

        var isValid: Bool { linear != nil || regex.withLock { $0 != nil } }

        func matches(_ value: String) -> Bool {
            if let linear { return linear.matches(value) }
            return regex.withLock { regex in
                guard let regex else { return false }
                return (try? regex.wholeMatch(in: value)) != nil
            }
        }

        static func == (lhs: Pattern, rhs: Pattern) -> Bool { lhs.text == rhs.text && lhs.linear == rhs.linear }
        func hash(into hasher: inout Hasher) { hasher.combine(text) }
    }

    /// A closure, equal to itself only.
    final class Predicate: Sendable, Hashable {
        let what: String
        let holds: @Sendable (HTTPRequest) -> Bool

        init(what: String, holds: @escaping @Sendable (HTTPRequest) -> Bool) {
            self.what = what
            self.holds = holds
        }

        static func == (lhs: Predicate, rhs: Predicate) -> Bool { lhs === rhs }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }
}
