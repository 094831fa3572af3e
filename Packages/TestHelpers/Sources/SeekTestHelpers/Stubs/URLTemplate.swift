import SeekBasics
import SeekNetworking

/// The URL of a stub: absolute (`https://example.com/users/{user}?page={page}`), or a path for any origin.
struct URLTemplate: Sendable, Hashable {
    /// A path segment or the value of a query parameter.
    enum Part: Sendable, Hashable {
        /// A text in the canonical form of ``/SeekBasics/PercentEncoding/normalizedPath(_:)`` or
        /// ``/SeekBasics/PercentEncoding/normalizedQuery(_:)``: an ASCII string that is equal only for the same bytes.
        case literal(String)
        /// A placeholder with this name, which matches one or more characters.
        case placeholder(String)
    }

    struct QueryPart: Sendable, Hashable {
        var name: String
        var value: Part
    }

    /// The required origin; nil for any.
    var origin: Origin?
    var path: [Part] = []
    /// The placeholder for the rest of the path, including slashes: `/files/{+rest}`.
    var rest: String?
    var query: [QueryPart] = []

    init(_ text: String) throws(InvalidTemplate) {
        var target = text.prefix { $0 != "#" }
        if !target.hasPrefix("/") {
            let scheme = target.firstRange(of: "://")
            let authority = scheme.map { target[$0.upperBound...].prefix { $0 != "/" && $0 != "?" } }
            guard let authority, let origin = URL(string: String(target[..<authority.endIndex])).flatMap(Origin.init)
            else {
                throw InvalidTemplate(
                    reason: "the URL is neither an absolute http or https URL nor a path that begins with '/'"
                )
            }
            self.origin = origin
            target = target[authority.endIndex...]
        }
        let path = target.prefix { $0 != "?" }
        try parsePath(path)
        for item in target.dropFirst(path.count + 1).split(separator: "&") {
            let name = item.prefix { $0 != "=" }
            let value = try Part(item.dropFirst(name.count + 1)) { PercentEncoding.normalizedQuery($0) }
            query.append(QueryPart(name: PercentEncoding.normalizedQuery(name), value: value))
        }
        let names = (self.path + query.map(\.value)).compactMap(\.placeholder) + (rest.map { [$0] } ?? [])
        if Set(names).count < names.count {
            throw InvalidTemplate(reason: "the URL has two placeholders with the same name")
        }
    }

    private mutating func parsePath(_ path: Substring) throws(InvalidTemplate) {
        var segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        if let last = segments.last, last.hasPrefix("{+"), last.hasSuffix("}") {
            rest = try Part.name(last.dropFirst(2).dropLast(), in: last)
            segments = segments.dropLast()
        } else if segments.isEmpty {
            segments = [""]
        }
        for segment in segments { self.path.append(try Part(segment) { PercentEncoding.normalizedPath($0) }) }
    }

    /// The path in canonical form, with placeholders in braces.
    var pathText: String {
        "/" + (path.map(\.description) + (rest.map { ["{+\($0)}"] } ?? [])).joined(separator: "/")
    }

    /// The path and the last query parameter without a placeholder, in canonical form; nil if the path has placeholders.
    var literalTarget: String? {
        guard rest == nil, path.allSatisfy({ $0.placeholder == nil }) else { return nil }
        return pathText
            + (query.last { $0.value.placeholder == nil }.map { "?\($0.name)=\($0.value.description)" } ?? "")
    }

    /// Adds the values of the path's placeholders to `values`. Returns false if the path does not match.
    func matchPath(_ segments: [String], into values: inout [String: String]) -> Bool {
        guard rest == nil ? segments.count == path.count : segments.count > path.count else { return false }
        for (part, segment) in zip(path, segments) where !part.match(segment, into: &values) { return false }
        if let rest { values[rest] = PercentEncoding.decode(segments[path.count...].joined(separator: "/")) }
        return true
    }

    /// Adds the values of the query's placeholders to `values`. Returns the parameters of the template that the query
    /// does not have, and the remaining ones of the query.
    func matchQuery(
        _ items: [QueryParameters.Item],
        into values: inout [String: String]
    ) -> (missing: [QueryPart], remaining: [QueryParameters.Item]) {
        var (missing, remaining): ([QueryPart], [QueryParameters.Item]) = ([], items)
        // Placeholders receive the parameters that remain after the others are matched.
        let placeholders = query.filter { $0.value.placeholder != nil }
        for part in query.filter({ $0.value.placeholder == nil }) + placeholders {
            let index = remaining.firstIndex { $0.name == part.name && part.value.match($0.value, into: &values) }
            if let index { remaining.remove(at: index) } else { missing.append(part) }
        }
        return (missing, remaining)
    }
}

extension URLTemplate.Part {
    /// Parses a part; `normalize` returns the canonical form of a literal.
    init(_ text: Substring, normalize: (Substring) -> String) throws(InvalidTemplate) {
        guard text.contains(where: { $0 == "{" || $0 == "}" }) else {
            self = .literal(normalize(text))
            return
        }
        guard text.hasPrefix("{"), text.hasSuffix("}") else {
            let reason = "a placeholder must be a whole path segment or parameter; write %7B or %7D for a brace"
            throw InvalidTemplate(reason: "'\(text)' is not valid: \(reason)")
        }
        self = .placeholder(try Self.name(text.dropFirst().dropLast(), in: text))
    }

    /// Returns the name of a placeholder.
    static func name(_ name: Substring, in text: Substring) throws(InvalidTemplate) -> String {
        guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
            throw InvalidTemplate(reason: "'\(text)' is not a placeholder: use a name of letters, digits and '_'")
        }
        return String(name)
    }

    /// The name of the placeholder; nil for a literal.
    var placeholder: String? { if case .placeholder(let name) = self { name } else { nil } }

    /// The literal, or the placeholder in braces.
    var description: String {
        switch self {
        case .literal(let text): text
        case .placeholder(let name): "{\(name)}"
        }
    }

    /// Returns whether a text in canonical form matches; if so, adds the decoded value of a placeholder to `values`.
    func match(_ text: String, into values: inout [String: String]) -> Bool {
        switch self {
        case .literal(let literal): return literal == text
        case .placeholder(let name):
            guard !text.isEmpty else { return false }
            values[name] = PercentEncoding.decode(text)
            return true
        }
    }
}

/// The reason why a stub's URL or one of its conditions is invalid.
struct InvalidTemplate: Error, Sendable, Hashable {
    var reason: String
}
