public import SeekBasics

/// A link of a `Link` header field (RFC 8288): `<https://…?page=2>; rel="next"`.
public struct LinkHeader: Sendable, Hashable {
    /// The target of the link.
    public let url: URL
    /// The relation types, in lower case, such as `next` and `last`.
    public let relations: Set<String>

    /// Returns the links of a field value, in order. Malformed links are ignored, as are values larger than
    /// ``HTTPFieldLimits/maximumValueSize``.
    ///
    /// - Parameter base: The URL of the response, which relative targets are resolved against (RFC 8288 §3.1).
    public static func parse(_ field: String, relativeTo base: URL? = nil) -> [LinkHeader] {
        guard HTTPFieldLimits.allows(field) else { return [] }
        var remaining = field[...]
        var links: [LinkHeader] = []
        while let open = remaining.firstIndex(of: "<") {
            guard let close = remaining[open...].firstIndex(of: ">") else { break }
            let target = remaining[remaining.index(after: open)..<close]
            let parameters = remaining[remaining.index(after: close)...].prefixOutsideQuotes { $0 != "," }
            remaining = remaining[parameters.endIndex...]
            if !target.isEmpty, let url = URL(string: String(target), relativeTo: base)?.absoluteURL,
                let relations = relations(of: parameters)
            {
                links.append(LinkHeader(url: url, relations: relations))
            }
        }
        return links
    }

    private static func relations(of parameters: Substring) -> Set<String>? {
        var remaining = parameters
        while !remaining.isEmpty {
            let parameter = remaining.prefixOutsideQuotes { $0 != ";" }
            remaining = remaining[parameter.endIndex...].dropFirst()
            let parts = parameter.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }).lowercased() == "rel" else { continue }
            let value = parts[1].filter { $0 != "\"" }.lowercased()
            return Set(value.split(whereSeparator: \.isWhitespace).map(String.init))
        }
        return nil
    }
}

extension HTTPResponse {
    /// The URL of the next page, if the server links to it. A relative link is resolved against ``url``.
    public var nextLink: URL? {
        headerFields[values: .link].lazy.flatMap { LinkHeader.parse($0, relativeTo: url) }
            .first { $0.relations.contains("next") }?.url
    }
}

extension Substring {
    /// Returns the prefix up to the first character outside quotation marks that does not satisfy the predicate.
    fileprivate func prefixOutsideQuotes(while predicate: (Character) -> Bool) -> Substring {
        var isQuoted = false
        return prefix { character in
            if character == "\"" { isQuoted.toggle() }
            return isQuoted || predicate(character)
        }
    }
}
