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
