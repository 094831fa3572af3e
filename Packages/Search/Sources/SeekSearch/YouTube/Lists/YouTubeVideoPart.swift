public import SeekModels
public import SeekNetworking

/// A part of a video that can be fetched (videos.list, `part`).
public enum YouTubeVideoPart: String, Sendable, Hashable, CaseIterable {
    /// Title, description, channel, thumbnails, tags, category.
    case snippet
    /// Duration, definition, captions.
    case contentDetails
    /// Views, likes, comments.
    case statistics
    /// Start and end of a live broadcast, and the number of viewers.
    case liveStreamingDetails
    /// Privacy, embedding, license.
    case status
}

/// The result of a lookup by ids.
public struct YouTubeLookup<Item: Sendable & Identifiable>: Sendable where Item.ID == String {
    /// The items found, in the order of the ids.
    public var items: [Item]
    /// The ids without an item in ``items``, for example because the id is invalid, or the item is deleted, private or
    /// in ``skipped``.
    public var missingIDs: [String] = []
    /// The ids for which YouTube failed to return statistics, also when they were requested again. They are not in
    /// ``missingIDs``; another request may succeed.
    public var failedIDs: [String] = []
    /// The items that were skipped because they are invalid, and why.
    public var skipped: [SkippedItem] = []
    /// The cost in the API's quota: 1 for each request sent, including failed ones; 0 for stored responses.
    public var quotaCost = 0
    /// The source and age of the responses, combined if there are several; nil if there are no ids.
    public var provenance: Provenance?

    /// Creates the result of a lookup.
    public init(items: [Item] = []) {
        self.items = items
    }
}

/// A search result with its details.
public struct YouTubeDetailedItem: Sendable, Hashable, Codable, Identifiable {
    /// The search result.
    public var item: YouTubeSearchItem
    /// Duration, statistics and other requested details; nil for channels, playlists, and videos whose details are not
    /// available, such as deleted ones.
    public var video: YouTubeVideo?

    /// The id of the search result.
    public var id: String { item.id }
}
