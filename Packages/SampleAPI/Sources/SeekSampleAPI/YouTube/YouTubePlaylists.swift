import SeekBasics

/// A playlist of the sample API. The sample data contain no entries; they are derived from the videos of the channel.
struct YouTubePlaylistRecord: Sendable {
    var id: String
    var channelID: String
    var channelTitle: String
    var publishedAt: String
    /// The videos; nil for a private one.
    var videos: [YouTubeResource?]

    static let privateVideoID = "Pr1vateV1de"
}

extension YouTubeIndex {
    /// Returns a page of the entries of a playlist (playlistItems.list).
    func playlistItems(_ request: SampleRequest) throws(YouTubeErrorResponse) -> JSONValue {
        guard let id = request["playlistId"] else { throw .playlistNotFound }
        if id == "WL" { throw .watchLaterNotAccessible }
        guard let playlist = playlist(id), !playlist.videos.isEmpty else { throw .playlistNotFound }
        let size = request["maxResults"].flatMap { Int($0) } ?? 5
        let prefix = "\(EntityTag.digest(of: id))-"
        var offset = 0
        if let token = request["pageToken"], !token.isEmpty {
            guard token.hasPrefix(prefix), let value = Int(token.dropFirst(prefix.count)), value >= 0 else {
                throw .invalidPageToken
            }
            offset = value
        }
        let json = YouTubeJSON(origin: request.origin)
        let parts = request.elements(of: "part")
        let items = playlist.videos.enumerated().dropFirst(offset).prefix(size).map { position, video in
            json.playlistItem(of: playlist, at: position, video, parts: parts)
        }
        let end = offset + size
        let members: JSONValue = [
            "kind": "youtube#playlistItemListResponse",
            "etag": YouTubeJSON.etag(items),
            "nextPageToken": .optional(end < playlist.videos.count && size > 0 ? "\(prefix)\(end)" : nil),
            "prevPageToken": .optional(offset > 0 ? "\(prefix)\(max(offset - size, 0))" : nil),
            "items": .array(items),
            "pageInfo": ["totalResults": .number(playlist.videos.count), "resultsPerPage": .number(size)],
        ]
        return members.withoutNulls
    }

    /// Returns the uploads of a channel, newest first, or a playlist of the sample data: the channel's videos, oldest
    /// first, and a private video.
    private func playlist(_ id: String) -> YouTubePlaylistRecord? {
        let owner = resources.first { resource in
            resource.kind == .channel
                ? resource.uploadsPlaylistID == id : resource.kind == .playlist && resource.id == id
        }
        guard let owner else { return nil }
        let videos = resources.filter { $0.kind == .video && $0.channelID == owner.channelID }
            .sorted { ($0.publishedSeconds, $0.id) < ($1.publishedSeconds, $1.id) }
        return YouTubePlaylistRecord(
            id: id,
            channelID: owner.channelID,
            channelTitle: owner.channelTitle,
            publishedAt: owner.snippet.publishedAt,
            videos: owner.kind == .channel ? videos.reversed() : videos + [nil]
        )
    }
}
