/// A method of the YouTube Data API that ``YouTubeClient`` calls, by the last component of its path. ``YouTubeSamples``
/// contains a sample response for each.
enum YouTubeMethod: String, Sendable, CaseIterable {
    case search, videos, channels, playlists, playlistItems, videoCategories
    /// videos.batchGetStats: statistics only, from a separate quota.
    case statistics = "videos:batchGetStats"
}
