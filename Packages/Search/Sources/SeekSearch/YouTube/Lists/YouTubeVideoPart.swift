public import SeekModels

/// A part of a video that is asked for on its own (videos.list, `part`).
public enum YouTubeVideoPart: String, Sendable, Hashable, CaseIterable {
    /// Title, description, channel, pictures, tags, category.
    case snippet
    /// Duration, definition, captions.
    case contentDetails
    /// Views, likes, comments.
    case statistics
    /// When it is or was broadcast live, and how many watch.
    case liveStreamingDetails
    /// Privacy, embedding, licence.
    case status
}

/// What a lookup by ids found.
public struct YouTubeLookup<Item: Sendable & Identifiable>: Sendable where Item.ID == String {
    /// What was found, in the order of the ids asked for.
    public var items: [Item]
    /// The ids of which YouTube knows nothing, or shows nothing: deleted, private.
    public var missingIDs: [String]
    /// What was left out because it breaks the rules of its model, and why.
    public var skipped: [SkippedItem]
    /// How many units of the day's quota it cost: one for each 50 ids that were fetched over the network.
    public var quotaCost: Int

    /// Makes the result of a lookup.
    public init(
        items: [Item],
        missingIDs: [String] = [],
        skipped: [SkippedItem] = [],
        quotaCost: Int = 0
    ) {
        self.items = items
        self.missingIDs = missingIDs
        self.skipped = skipped
        self.quotaCost = quotaCost
    }
}

/// A result of a search with what the search leaves out.
public struct YouTubeDetailedItem: Sendable, Hashable, Identifiable {
    /// The result.
    public var item: YouTubeSearchItem
    /// Duration, statistics and live details; nil for channels, playlists and videos that are no more.
    public var video: YouTubeVideo?

    /// The result's id.
    public var id: String { item.id }

    /// Makes a detailed result.
    public init(item: YouTubeSearchItem, video: YouTubeVideo?) {
        self.item = item
        self.video = video
    }
}
