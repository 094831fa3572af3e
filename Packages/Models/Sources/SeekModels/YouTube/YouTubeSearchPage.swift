/// One page of YouTube's search.list.
public struct YouTubeSearchPage: Sendable, Hashable {
    /// The results, in YouTube's order.
    public var items: [YouTubeSearchItem]
    /// The items that were left out, and why. Empty after strict decoding.
    public var skipped: [SkippedItem]
    /// The token of the next page, where there is one. A page may be empty and still have a next one.
    public var nextPageToken: String?
    /// The token of the page before, where there is one.
    public var previousPageToken: String?
    /// How many results there are in all: an estimate, capped at 1,000,000. About 500 can really be paged.
    public var totalResults: Int64?
    /// The region the search was made for, as an ISO 3166-1 code.
    public var regionCode: String?

    /// Makes a page.
    public init(
        items: [YouTubeSearchItem],
        skipped: [SkippedItem] = [],
        nextPageToken: String? = nil,
        previousPageToken: String? = nil,
        totalResults: Int64? = nil,
        regionCode: String? = nil
    ) {
        self.items = items
        self.skipped = skipped
        self.nextPageToken = nextPageToken
        self.previousPageToken = previousPageToken
        self.totalResults = totalResults
        self.regionCode = regionCode
    }
}

extension YouTubeSearchPage: Decodable {
    private enum CodingKeys: String, CodingKey {
        case items, nextPageToken, prevPageToken, pageInfo, regionCode
    }

    private enum PageInfoKeys: String, CodingKey {
        case totalResults
    }

    /// Reads a page of search.list. The mode of ``ModelDecoder`` decides about items that break a rule.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let list = try container.decode(ItemList<YouTubeSearchItem>.self, forKey: .items)
        if decoder.mode != .lenient, list.items.isEmpty {
            throw container.error(at: .items, "holds no items")
        }
        self.init(
            items: list.items,
            skipped: list.skipped,
            nextPageToken: container.tolerant(String.self, forKey: .nextPageToken),
            previousPageToken: container.tolerant(String.self, forKey: .prevPageToken),
            totalResults: container.object(PageInfoKeys.self, forKey: .pageInfo)?.count(forKey: .totalResults),
            regionCode: container.tolerant(String.self, forKey: .regionCode)
        )
    }
}
