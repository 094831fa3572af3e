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

extension GitHubTextMatch: Codable, FieldCodable {
    /// Decodes a match. Throws if the fragment is missing or invalid.
    public init(from decoder: any Decoder) throws { self = try Self(fragment: "").decoded(from: decoder) }

    /// Encodes a match as GitHub sends it.
    public func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }

    mutating func code(_ fields: ModelFields) throws {
        try fields.value("property", &property)
        try fields.required("fragment", &fragment, allowsEmpty: true)
        try fields.elements("matches", &occurrences)
    }
}

extension GitHubTextMatch.Occurrence: Codable, FieldCodable {
    /// Decodes an occurrence. Throws if the text is missing or invalid.
    public init(from decoder: any Decoder) throws { self = try Self(text: "").decoded(from: decoder) }

    /// Encodes an occurrence as GitHub sends it.
    public func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }

    mutating func code(_ fields: ModelFields) throws {
        try fields.required("text", &text, allowsEmpty: true)
        try fields.converted("indices", &range, from: Self.range) { [Int64($0.lowerBound), Int64($0.upperBound)] }
    }

    private static func range(_ indices: [Int64]) -> Range<Int>? {
        let bounds = indices.compactMap(Int.init(exactly:))
        return bounds.count == 2 && bounds[0] <= bounds[1] ? bounds[0]..<bounds[1] : nil
    }
}
