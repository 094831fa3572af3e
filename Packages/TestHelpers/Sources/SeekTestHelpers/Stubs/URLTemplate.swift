import SeekBasics
import SeekNetworking

/// The URL of a stub: absolute (`https://example.com/users/{user}?page={page}`), or a path for any origin.
struct URLTemplate: Sendable, Hashable {
    struct QueryPart: Sendable, Hashable {
        var name: String
        var value: PlaceholderPattern
    }

    /// The required origin; nil for any.
    var origin: Origin?
    var path: [PlaceholderPattern] = []
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
        try parseQuery(target.dropFirst(path.count + 1))
        let names = self.path.flatMap(\.names) + query.flatMap(\.value.names) + (rest.map { [$0] } ?? [])
        if names.unique.count < names.count {
            throw InvalidTemplate(reason: "the URL has two placeholders with the same name")
        }
    }

    private mutating func parsePath(_ path: Substring) throws(InvalidTemplate) {
        var segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        if let last = segments.last, last.hasPrefix("{+"), last.hasSuffix("}") {
            rest = try PlaceholderPattern.name(last.dropFirst(2).dropLast(), prefix: "+")
            segments = segments.dropLast()
        } else if segments.isEmpty {
            segments = [""]
        }
        for segment in segments {
            self.path.append(try PlaceholderPattern(segment) { PercentEncoding.normalizedPath($0) })
        }
    }

    private mutating func parseQuery(_ text: Substring) throws(InvalidTemplate) {
        for item in text.split(separator: "&") {
            let name = item.prefix { $0 != "=" }
            query.append(
                QueryPart(
                    name: PercentEncoding.normalizedQuery(name),
                    value: try PlaceholderPattern(item.dropFirst(name.count + 1)) {
                        PercentEncoding.normalizedQuery($0)
                    }
                )
            )
        }
    }

    /// The path in canonical form, with placeholders in braces.
    var pathText: String {
        "/" + (path.map(\.description) + (rest.map { ["{+\($0)}"] } ?? [])).joined(separator: "/")
    }

    /// Adds the values of the path's placeholders to `values`. Returns false if the path does not match.
    func matchPath(_ segments: [String], into values: inout [String: String]) -> Bool {
        guard rest == nil ? segments.count == path.count : segments.count > path.count else { return false }
        for (pattern, segment) in zip(path, segments) where !pattern.match(segment, into: &values) { return false }
        if let rest { values[rest] = PercentEncoding.decode(segments[path.count...].joined(separator: "/")) }
        return true
    }

    /// Adds the values of the query's placeholders to `values`. Returns false if a parameter is missing or, with
    /// `exactly`, unexpected.
    func matchQuery(
        _ items: [QueryParameters.Item],
        _ rule: StubQueryRule,
        into values: inout [String: String]
    ) -> Bool {
        guard items.count >= query.count, rule == .containing || items.count == query.count else { return false }
        var remaining = items
        // Literal parameters are matched first; placeholders receive the remaining ones.
        for part in query where part.value.literal != nil {
            guard let index = remaining.firstIndex(where: { $0.name == part.name && $0.value == part.value.literal })
            else {
                return false
            }
            remaining.remove(at: index)
        }
        for part in query where part.value.literal == nil {
            let index = remaining.firstIndex { $0.name == part.name && part.value.match($0.value, into: &values) }
            guard let index else { return false }
            remaining.remove(at: index)
        }
        return true
    }

    var literalItems: [QueryParameters.Item] {
        query.compactMap { part in part.value.literal.map { QueryParameters.Item(name: part.name, value: $0) } }
    }
}
