/// A category of YouTube videos, as returned by videoCategories.list.
public struct YouTubeVideoCategory: Sendable, Hashable, Identifiable {
    /// The id, a number in a string: `27`.
    public var id: String
    /// The title in the requested language.
    public var title: String
    /// Whether videos can be assigned to it. A search accepts assignable categories only.
    public var isAssignable: Bool

    /// Creates a category.
    public init(id: String, title: String, isAssignable: Bool = true) {
        self.id = id
        self.title = title
        self.isAssignable = isAssignable
    }
}

extension YouTubeVideoCategory: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, snippet
    }

    private enum SnippetKeys: String, CodingKey {
        case title, assignable
    }

    /// Decodes a category. Throws if the id is missing or invalid.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.nonEmptyString(forKey: .id)
        let snippet = container.nestedContainerIfValid(keyedBy: SnippetKeys.self, forKey: .snippet)
        title = snippet?.decodeIfValid(String.self, forKey: .title) ?? ""
        isAssignable = snippet?.decodeIfValid(Bool.self, forKey: .assignable) ?? false
    }

    /// Encodes a category as YouTube sends it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        var snippet = container.nestedContainer(keyedBy: SnippetKeys.self, forKey: .snippet)
        try snippet.encode(title, forKey: .title)
        try snippet.encode(isAssignable, forKey: .assignable)
    }
}
