import Seek

/// The videos on a screen of the app.
struct VideoList {
    var youTube: YouTubeClient

    func titles(for text: String) async throws(SearchError) -> [String] {
        try await youTube.search(text).items.map(\.title)
    }
}
