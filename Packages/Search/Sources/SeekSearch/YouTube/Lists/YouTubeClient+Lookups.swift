public import SeekModels
import SeekNetworking

extension YouTubeClient {
    /// How many ids one call may name (videos.list, `id`).
    public static let maximumIDs = 50

    /// The method that returns statistics alone, as the path names it.
    static let statisticsMethod = "videos:batchGetStats"

    /// View, like and comment counts of videos by id: videos.batchGetStats, 50 ids a call, one each from a bucket of its own
    /// (``QuotaBucket/youTubeStatistics``). The videos hold their ids and counts, and nothing else.
    ///
    /// - Parameter ids: the ids, in any number; duplicates are sent once.
    public func statistics(of ids: [String]) async throws(SearchError) -> YouTubeLookup<YouTubeVideo> {
        let parts = [YouTubeVideoPart.statistics.rawValue]
        return try await lookUp(YouTubeVideo.self, ids, method: Self.statisticsMethod, parts: parts)
    }

    /// Videos by id: videos.list, 50 ids a call, a unit each. Statistics alone are fetched as ``statistics(of:)`` does.
    ///
    /// - Parameters:
    ///   - ids: the ids, in any number; one that stands there twice is asked for once.
    ///   - parts: what to ask for. Every part costs the same.
    ///   - fields: which members an answer has; nil asks for all.
    public func videos(
        _ ids: [String],
        parts: Set<YouTubeVideoPart> = [.snippet, .contentDetails, .statistics, .liveStreamingDetails],
        fields: YouTubeFields? = nil
    ) async throws(SearchError) -> YouTubeLookup<YouTubeVideo> {
        if parts == [.statistics], fields == nil { return try await statistics(of: ids) }
        let names = YouTubeVideoPart.allCases.filter(parts.contains).map(\.rawValue)
        return try await lookUp(YouTubeVideo.self, ids, method: "videos", parts: names, fields: fields)
    }

    /// What a search leaves out of its results: duration, statistics, live details. Videos alone have any.
    ///
    /// Costs one unit for each 50 videos, from another budget than searches.
    ///
    /// - Parameters:
    ///   - items: results of a search, in any number.
    ///   - parts: what to ask for.
    public func details(
        of items: [YouTubeSearchItem],
        parts: Set<YouTubeVideoPart> = [.contentDetails, .statistics, .liveStreamingDetails]
    ) async throws(SearchError) -> [YouTubeDetailedItem] {
        let found = try await videos(items.filter { $0.kind == .video }.map(\.id), parts: parts)
        let videos = Dictionary(found.items.map { ($0.id, $0) }) { first, _ in first }
        return items.map { YouTubeDetailedItem(item: $0, video: $0.kind == .video ? videos[$0.id] : nil) }
    }

    /// Channels by id: channels.list, 50 ids a call, a unit each.
    public func channels(_ ids: [String]) async throws(SearchError) -> YouTubeLookup<YouTubeChannel> {
        let parts = ["snippet", "statistics", "contentDetails"]
        return try await lookUp(YouTubeChannel.self, ids, method: "channels", parts: parts)
    }

    /// The channel with a handle, such as `@google`. Costs one unit.
    ///
    /// - Throws: ``SearchError/notFound(_:_:)`` where no channel has it.
    public func channel(handle: String) async throws(SearchError) -> YouTubeChannel {
        let handle = try QueryText.checked(handle, name: "handle", limit: 100)
        let page = try await list(
            YouTubeChannel.self,
            method: "channels",
            ["part": "snippet,statistics,contentDetails", "forHandle": handle, "prettyPrint": "false"]
        )
        guard let channel = page.value.items.first else { throw .notFound(.youTube, "channel '\(handle)'") }
        return channel
    }

    /// Playlists by id: playlists.list, 50 ids a call, a unit each.
    public func playlists(_ ids: [String]) async throws(SearchError) -> YouTubeLookup<YouTubePlaylist> {
        try await lookUp(YouTubePlaylist.self, ids, method: "playlists", parts: ["snippet", "contentDetails"])
    }

    private func lookUp<Item: Decodable & Sendable & Identifiable>(
        _ type: Item.Type,
        _ ids: [String],
        method: String,
        parts: [String],
        fields: YouTubeFields? = nil
    ) async throws(SearchError) -> YouTubeLookup<Item> where Item.ID == String {
        guard !parts.isEmpty else { throw .invalidQuery("no part is asked for; name one at least") }
        if fields?.isWellFormed == false {
            throw .invalidQuery("the fields are no selection; write them like items(id,snippet/title)")
        }
        var seen: Set<String> = []
        let ids = ids.filter { seen.insert($0).inserted }
        if let id = ids.first(where: { $0.isEmpty || $0.contains(",") || QueryText.hasControlCharacter($0) }) {
            throw .invalidQuery("'\(id)' is no id; leave it out")
        }
        var lookup = YouTubeLookup<Item>(items: [])
        for start in stride(from: 0, to: ids.count, by: Self.maximumIDs) {
            let batch = ids[start...].prefix(Self.maximumIDs)
            let response = try await list(
                Item.self,
                method: method,
                [
                    "part": parts.joined(separator: ","), "id": batch.joined(separator: ","),
                    "maxResults": method.hasPrefix("videos") ? nil : String(Self.maximumIDs), "fields": fields?.text,
                    "prettyPrint": "false",
                ]
            )
            lookup.skipped += response.value.skipped
            lookup.quotaCost += response.provenance.attempts
            // Answers come in an order of their own.
            let found = Dictionary(response.value.items.map { ($0.id, $0) }) { first, _ in first }
            lookup.items += batch.compactMap { found[$0] }
            lookup.missingIDs += batch.filter { found[$0] == nil }
        }
        return lookup
    }
}
