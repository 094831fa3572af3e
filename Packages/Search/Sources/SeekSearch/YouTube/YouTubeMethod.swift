/// A method of the YouTube Data API that ``YouTubeClient`` calls. The raw value is the last component of its path.
/// ``YouTubeSamples`` contains a sample response for each method.
enum YouTubeMethod: String, Sendable, CaseIterable {
    case search, videos, channels, playlists, playlistItems, videoCategories
    /// videos.batchGetStats: returns statistics only, and counts against a separate quota.
    case statistics = "videos:batchGetStats"
}
