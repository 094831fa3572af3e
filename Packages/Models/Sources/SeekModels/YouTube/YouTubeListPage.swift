/// One page of YouTube's list methods but search: videos, channels, playlists, their items, video categories.
public struct YouTubeListPage<Item: Sendable>: Sendable {
    /// The resources, in YouTube's order.
    public var items: [Item]
    /// The items that were left out, and why. Empty after strict decoding.
    public var skipped: [SkippedItem]
    /// The token of the next page, where there is one.
    public var nextPageToken: String?
    /// How many there are in all, where the answer has it.
    public var totalResults: Int64?

    /// Makes a page.
    public init(
        items: [Item],
        skipped: [SkippedItem] = [],
        nextPageToken: String? = nil,
        totalResults: Int64? = nil
    ) {
        self.items = items
        self.skipped = skipped
        self.nextPageToken = nextPageToken
        self.totalResults = totalResults
    }
}

extension YouTubeListPage: Equatable where Item: Equatable {}
extension YouTubeListPage: Hashable where Item: Hashable {}

extension YouTubeListPage: Decodable where Item: Decodable {
    private enum CodingKeys: String, CodingKey {
        case items, nextPageToken, pageInfo
    }

    private enum PageInfoKeys: String, CodingKey {
        case totalResults
    }

    /// Reads a page. A page without `items` is an empty one: YouTube leaves the member out where nothing matches an id.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let list = try container.decodeIfPresent(ItemList<Item>.self, forKey: .items)
        self.init(
            items: list?.items ?? [],
            skipped: list?.skipped ?? [],
            nextPageToken: container.tolerant(String.self, forKey: .nextPageToken),
            totalResults: container.object(PageInfoKeys.self, forKey: .pageInfo)?.count(forKey: .totalResults)
        )
    }
}
