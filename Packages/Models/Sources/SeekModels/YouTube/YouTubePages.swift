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
    /// The ids for which YouTube failed to return a resource (videos.batchGetStats, `summary.failedVideoIds`); the same
    /// request may succeed later. Ids of videos that do not exist are not among them.
    public var failedIDs: [String] = []

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

extension YouTubeListPage {
    fileprivate enum CodingKeys: String, CodingKey {
        case items, nextPageToken, pageInfo, summary
    }

    fileprivate enum SummaryKeys: String, CodingKey {
        case failedVideoIds
    }
}

/// The keys of `pageInfo` in a page of a list or a search.
enum YouTubePageInfoKeys: String, CodingKey {
    case totalResults
}

extension YouTubeListPage: Decodable where Item: Decodable {
    /// Decodes a page. The mode of ``ModelDecoder`` determines what happens to invalid items. The page is empty if
    /// YouTube omits `items`, as it does if no resource has one of the requested ids.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let list = try container.decodeIfPresent(ItemList<Item>.self, forKey: .items)
        self.init(
            items: list?.items ?? [],
            skipped: list?.skipped ?? [],
            nextPageToken: container.nonEmptyStringIfValid(forKey: .nextPageToken),
            totalResults: container.nestedContainerIfValid(keyedBy: YouTubePageInfoKeys.self, forKey: .pageInfo)?
                .count(forKey: .totalResults)
        )
        failedIDs =
            container.nestedContainerIfValid(keyedBy: SummaryKeys.self, forKey: .summary)?
            .validElements(of: String.self, forKey: .failedVideoIds) ?? []
    }
}

extension YouTubeListPage: Encodable where Item: Encodable {
    /// Encodes a page as YouTube sends it. ``skipped`` is not encoded.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(items, forKey: .items)
        try container.encodeIfPresent(nextPageToken, forKey: .nextPageToken)
        var pageInfo = container.nestedContainer(keyedBy: YouTubePageInfoKeys.self, forKey: .pageInfo)
        try pageInfo.encodeIfPresent(totalResults, forKey: .totalResults)
        guard !failedIDs.isEmpty else { return }
        var summary = container.nestedContainer(keyedBy: SummaryKeys.self, forKey: .summary)
        try summary.encode(failedIDs, forKey: .failedVideoIds)
    }
}

/// One page of results of a YouTube search.
public struct YouTubeSearchPage: Sendable, Hashable {
    /// The results, in YouTube's order.
    public var items: [YouTubeSearchItem]
    /// The items that could not be decoded, with the reasons. Empty after strict decoding.
    public var skipped: [SkippedItem]
    /// The token of the next page; nil on the last one. An empty page is not necessarily the last.
    public var nextPageToken: String?
    /// The token of the previous page; nil on the first one.
    public var previousPageToken: String?
    /// The estimated total number of results, at most 1,000,000, of which about 500 can be requested; nil if YouTube
    /// does not send it.
    public var totalResults: Int64?
    /// The region of the search, as an ISO 3166-1 code.
    public var regionCode: String?

    /// Creates a page.
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

extension YouTubeSearchPage: Codable {
    private enum CodingKeys: String, CodingKey {
        case items, nextPageToken, prevPageToken, pageInfo, regionCode
    }

    /// Decodes a page. The mode of ``ModelDecoder`` determines what happens to invalid items, and to a page without
    /// items.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let list = try container.decode(ItemList<YouTubeSearchItem>.self, forKey: .items)
        if decoder.mode != .lenient, list.items.isEmpty { throw ModelError.noItems }
        self.init(
            items: list.items,
            skipped: list.skipped,
            nextPageToken: container.nonEmptyStringIfValid(forKey: .nextPageToken),
            previousPageToken: container.nonEmptyStringIfValid(forKey: .prevPageToken),
            totalResults: container.nestedContainerIfValid(keyedBy: YouTubePageInfoKeys.self, forKey: .pageInfo)?
                .count(forKey: .totalResults),
            regionCode: container.decodeIfValid(String.self, forKey: .regionCode)
        )
    }

    /// Encodes a page as YouTube sends it. ``skipped`` is not encoded.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(items, forKey: .items)
        try container.encodeIfPresent(nextPageToken, forKey: .nextPageToken)
        try container.encodeIfPresent(previousPageToken, forKey: .prevPageToken)
        try container.encodeIfPresent(regionCode, forKey: .regionCode)
        var pageInfo = container.nestedContainer(keyedBy: YouTubePageInfoKeys.self, forKey: .pageInfo)
        try pageInfo.encodeIfPresent(totalResults, forKey: .totalResults)
    }
}
