/// One page of videos, channels, playlists, playlist items or video categories.
public struct YouTubeListPage<Item: Sendable>: Sendable {
    /// The resources, in YouTube's order.
    public var items: [Item]
    /// The items that could not be decoded, with the reasons. Empty after strict decoding.
    public var skipped: [SkippedItem]
    /// The token of the next page; nil on the last one.
    public var nextPageToken: String?
    /// The total number of resources; nil if YouTube does not send it.
    public var totalResults: Int64?

    /// Creates a page.
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

    /// Decodes a page. YouTube omits `items` if no resource has one of the ids.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let list = try container.decodeIfPresent(ItemList<Item>.self, forKey: .items)
        self.init(
            items: list?.items ?? [],
            skipped: list?.skipped ?? [],
            nextPageToken: container.decodeIfValid(String.self, forKey: .nextPageToken),
            totalResults: container.nestedContainerIfValid(keyedBy: PageInfoKeys.self, forKey: .pageInfo)?.count(
                forKey: .totalResults
            )
        )
    }
}
