/// A place where a search text stands in a result: shown only where it was asked for.
public struct GitHubTextMatch: Sendable, Hashable {
    /// One occurrence within a fragment.
    public struct Occurrence: Sendable, Hashable {
        /// The text that matched.
        public var text: String
        /// Where it stands in the fragment, as GitHub counts characters; nil where it does not tell.
        public var range: Range<Int>?

        /// Makes an occurrence.
        public init(text: String, range: Range<Int>? = nil) {
            self.text = text
            self.range = range
        }
    }

    /// The member of the result it stands in: `content`, `description`, `body`, where GitHub tells.
    public var property: String?
    /// A piece of that member.
    public var fragment: String
    /// The occurrences in the fragment.
    public var occurrences: [Occurrence]

    /// Makes a match.
    public init(property: String? = nil, fragment: String, occurrences: [Occurrence] = []) {
        self.property = property
        self.fragment = fragment
        self.occurrences = occurrences
    }
}

extension GitHubTextMatch: Decodable {
    private enum CodingKeys: String, CodingKey {
        case property, fragment, matches
    }

    /// Reads a match, refusing one without a fragment.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            property: container.tolerant(String.self, forKey: .property),
            fragment: try container.decode(String.self, forKey: .fragment),
            occurrences: container.list(of: Occurrence.self, forKey: .matches)
        )
    }
}

extension GitHubTextMatch.Occurrence: Decodable {
    private enum CodingKeys: String, CodingKey {
        case text, indices
    }

    /// Reads an occurrence, refusing one without its text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let indices = container.tolerant([Int64].self, forKey: .indices)?.compactMap(Int.init(exactly:)) ?? []
        self.init(
            text: try container.decode(String.self, forKey: .text),
            range: indices.count == 2 && indices[0] <= indices[1] ? indices[0]..<indices[1] : nil
        )
    }
}
