/// A category of videos as videoCategories.list tells it.
public struct YouTubeVideoCategory: Sendable, Hashable, Identifiable {
    /// The id, a number as text: `27`.
    public var id: String
    /// The title in the language asked for.
    public var title: String
    /// Whether a video can be given it; a search takes no other.
    public var isAssignable: Bool

    /// Makes a category.
    public init(id: String, title: String, isAssignable: Bool = true) {
        self.id = id
        self.title = title
        self.isAssignable = isAssignable
    }
}

extension YouTubeVideoCategory: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id, snippet
    }

    private enum SnippetKeys: String, CodingKey {
        case title, assignable
    }

    /// Reads a category, refusing one without id or title.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.nonEmptyText(forKey: .id)
        let snippet = try container.nestedContainer(keyedBy: SnippetKeys.self, forKey: .snippet)
        title = try snippet.nonEmptyText(forKey: .title)
        isAssignable = snippet.tolerant(Bool.self, forKey: .assignable) ?? false
    }
}
