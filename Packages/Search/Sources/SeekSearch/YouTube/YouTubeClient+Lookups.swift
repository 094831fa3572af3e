public import SeekModels
public import SeekNetworking

extension YouTubeClient {
    /// The maximum number of ids per request (videos.list, `id`). If the request of a later batch fails, a lookup
    /// throws its error; with a store, the responses to the earlier requests are stored, so that a repeated lookup does
    /// not pay for them again.
    public static let maximumIDs = 50

    /// Returns the view, like and comment counts, the durations and the dates of publication of videos by id
    /// (videos.batchGetStats). Each request fetches up to 50 videos and is counted in
    /// ``QuotaBucket/youTubeStatistics``. Other properties of the videos are nil or empty.
    ///
    /// Videos for which YouTube reports a failure are requested once more; if that fails as well, they are in
    /// ``YouTubeLookup/failedIDs``.
    ///
    /// - Parameter ids: The ids, in any number; duplicates are sent once.
    public func statistics(of ids: [String]) async throws(SearchError) -> YouTubeLookup<YouTubeVideo> {
        let parts = ["id", "snippet", "statistics", "contentDetails"]
        var lookup: YouTubeLookup<YouTubeVideo> = try await lookUp(
            ids,
            method: .statistics,
            parts: parts,
            fields: .statisticsModel
        )
        guard !lookup.failedIDs.isEmpty, cacheMode != .onlyIfCached else { return lookup }
        // The stored response, if any, is the one with the failures.
        let client = with { $0.cacheMode = .reload }
        let repeated: YouTubeLookup<YouTubeVideo>
        do throws(SearchError) {
            repeated = try await client.lookUp(
                lookup.failedIDs,
                method: .statistics,
                parts: parts,
                fields: .statisticsModel
            )
        } catch {
            if error.isCancellation { throw error }
            return lookup
        }
        let items = Dictionary((lookup.items + repeated.items).map { ($0.id, $0) }) { _, last in last }
        var seen: Set<String> = []
        lookup.items = ids.filter { seen.insert($0).inserted }.compactMap { items[$0] }
        (lookup.failedIDs, lookup.missingIDs) = (repeated.failedIDs, lookup.missingIDs + repeated.missingIDs)
        lookup.skipped += repeated.skipped
        lookup.quotaCost += repeated.quotaCost
        lookup.provenance = Provenance(merging: [lookup.provenance, repeated.provenance].compactMap { $0 })
        return lookup
    }

    /// Returns videos by id (videos.list). Each request fetches up to 50 videos and costs one unit. If only statistics
    /// are selected, with the default fields, ``statistics(of:)`` is called instead, which costs no unit.
    ///
    /// - Parameters:
    ///   - ids: The ids, in any number; duplicates are sent once.
    ///   - parts: The parts to fetch. The number of requests does not depend on them.
    ///   - fields: The fields of the response; by default those that the model exposes, nil is all.
    public func videos(
        _ ids: [String],
        parts: Set<YouTubeVideoPart> = [.snippet, .contentDetails, .statistics, .liveStreamingDetails],
        fields: YouTubeFields? = .videoModel
    ) async throws(SearchError) -> YouTubeLookup<YouTubeVideo> {
        if parts == [.statistics], fields == .videoModel { return try await statistics(of: ids) }
        let names = YouTubeVideoPart.allCases.filter(parts.contains).map(\.rawValue)
        return try await lookUp(ids, method: .videos, parts: names, fields: fields)
    }

    /// Returns search results with their durations and statistics, as ``statistics(of:)`` does: it costs neither units
    /// nor searches. Only videos have details.
    ///
    /// - Parameter items: The search results, in any number.
    public func details(of items: [YouTubeSearchItem]) async throws(SearchError) -> [YouTubeDetailedItem] {
        Self.detailed(items, try await statistics(of: Self.videoIDs(of: items)))
    }

    /// Returns search results with parts of their videos, such as live details. Costs as much as
    /// ``videos(_:parts:fields:)``, and nothing of the quota of searches. Only videos have details.
    ///
    /// - Parameters:
    ///   - items: The search results, in any number.
    ///   - parts: The parts to fetch.
    public func details(
        of items: [YouTubeSearchItem],
        parts: Set<YouTubeVideoPart>
    ) async throws(SearchError) -> [YouTubeDetailedItem] {
        Self.detailed(items, try await videos(Self.videoIDs(of: items), parts: parts))
    }

    private static func videoIDs(of items: [YouTubeSearchItem]) -> [String] {
        items.filter { $0.kind == .video }.map(\.id)
    }

    private static func detailed(
        _ items: [YouTubeSearchItem],
        _ lookup: YouTubeLookup<YouTubeVideo>
    ) -> [YouTubeDetailedItem] {
        let videos = Dictionary(lookup.items.map { ($0.id, $0) }) { first, _ in first }
        return items.map { YouTubeDetailedItem(item: $0, video: $0.kind == .video ? videos[$0.id] : nil) }
    }

    /// Returns any number of channels by id (channels.list). Each request fetches up to 50 and costs one unit.
    public func channels(_ ids: [String]) async throws(SearchError) -> YouTubeLookup<YouTubeChannel> {
        let parts = ["snippet", "statistics", "contentDetails"]
        return try await lookUp(ids, method: .channels, parts: parts, fields: .channelModel)
    }

    /// Returns the channel with a handle such as `@google`, and the provenance of the response. Costs one unit.
    ///
    /// - Throws: ``SearchError/notFound(_:_:)`` if there is no such channel.
    public func channel(handle: String) async throws(SearchError) -> Response<YouTubeChannel> {
        let handle = try QueryText.checked(handle, name: "handle", limit: 100)
        let response: Response<YouTubeListPage<YouTubeChannel>> = try await get(
            .channels,
            [
                "part": "snippet,statistics,contentDetails", "forHandle": handle,
                "fields": YouTubeFields.channelModel.text, "prettyPrint": "false",
            ]
        )
        guard let channel = response.value.items.first else { throw .notFound(.youTube, "channel '\(handle)'") }
        return Response(value: channel, response: response.response)
    }

    /// Returns any number of playlists by id (playlists.list). Each request fetches up to 50 and costs one unit.
    public func playlists(_ ids: [String]) async throws(SearchError) -> YouTubeLookup<YouTubePlaylist> {
        let parts = ["snippet", "contentDetails"]
        return try await lookUp(ids, method: .playlists, parts: parts, fields: .playlistModel)
    }

    private func lookUp<Item: Decodable & Sendable & Identifiable>(
        _ ids: [String],
        method: YouTubeMethod,
        parts: [String],
        fields: YouTubeFields?
    ) async throws(SearchError) -> YouTubeLookup<Item> where Item.ID == String {
        guard !parts.isEmpty else { throw .invalidQuery("no part is selected; select at least one") }
        if fields?.isWellFormed == false {
            throw .invalidQuery("the fields are not a valid selection; write them like items(id,snippet/title)")
        }
        var seen: Set<String> = []
        let ids = ids.filter { seen.insert($0).inserted }
        if let id = ids.first(where: { $0.isEmpty || $0.contains(",") || QueryText.hasControlCharacter($0) }) {
            throw .invalidQuery("'\(id)' is not an id; remove it")
        }
        var lookup = YouTubeLookup<Item>()
        for start in stride(from: 0, to: ids.count, by: Self.maximumIDs) {
            let batch = ids[start...].prefix(Self.maximumIDs)
            let response: Response<YouTubeListPage<Item>> = try await get(
                method,
                [
                    "part": parts.joined(separator: ","), "id": batch.joined(separator: ","),
                    // YouTube's methods for videos do not support it together with ids.
                    "maxResults": [.videos, .statistics].contains(method) ? nil : String(Self.maximumIDs),
                    "fields": fields?.text,
                    "prettyPrint": "false",
                ]
            )
            lookup.skipped += response.value.skipped
            lookup.quotaCost += response.provenance.attempts
            lookup.provenance = Provenance(merging: [lookup.provenance, response.provenance].compactMap { $0 })
            // The API returns items in any order.
            let itemsByID = Dictionary(response.value.items.map { ($0.id, $0) }) { first, _ in first }
            lookup.items += batch.compactMap { itemsByID[$0] }
            let missing = batch.filter { itemsByID[$0] == nil }
            let failed = Set(response.value.failedIDs)
            lookup.failedIDs += missing.filter(failed.contains)
            lookup.missingIDs += missing.filter { !failed.contains($0) }
        }
        return lookup
    }
}

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
