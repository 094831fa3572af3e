/// A match of the search text in a result. GitHub sends matches only if they are requested.
public struct GitHubTextMatch: Sendable, Hashable {
    /// One occurrence within a fragment.
    public struct Occurrence: Sendable, Hashable {
        /// The text that matched.
        public var text: String
        /// The range in the fragment, in characters as counted by GitHub; nil if it is missing or invalid.
        public var range: Range<Int>?

        /// Creates an occurrence.
        public init(text: String, range: Range<Int>? = nil) {
            self.text = text
            self.range = range
        }
    }

    /// The field of the result in which the text was found, such as `description`; nil if GitHub does not send it.
    public var property: String?
    /// An excerpt of that field.
    public var fragment: String
    /// The occurrences in the fragment.
    public var occurrences: [Occurrence]

    /// Creates a match.
    public init(property: String? = nil, fragment: String, occurrences: [Occurrence] = []) {
        self.property = property
        self.fragment = fragment
        self.occurrences = occurrences
    }
}

extension GitHubTextMatch: Codable {
    private enum CodingKeys: String, CodingKey {
        case property, fragment
        case occurrences = "matches"
    }

    /// Decodes a match. Throws if the fragment is missing or invalid.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            property: container.decodeIfValid(String.self, forKey: .property),
            fragment: try container.decode(String.self, forKey: .fragment),
            occurrences: container.validElements(of: Occurrence.self, forKey: .occurrences)
        )
    }
}

extension GitHubTextMatch.Occurrence: Codable {
    private enum CodingKeys: String, CodingKey {
        case text, indices
    }

    /// Decodes an occurrence. Throws if the text is missing or invalid.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let indices = container.decodeIfValid([Int64].self, forKey: .indices)?.compactMap(Int.init(exactly:)) ?? []
        self.init(
            text: try container.decode(String.self, forKey: .text),
            range: indices.count == 2 && indices[0] <= indices[1] ? indices[0]..<indices[1] : nil
        )
    }

    /// Encodes an occurrence as GitHub sends it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(text, forKey: .text)
        try container.encodeIfPresent(range.map { [$0.lowerBound, $0.upperBound] }, forKey: .indices)
    }
}
