import Seek

/// Loads the titles that a screen of the app lists.
struct VideoList {
    var youTube: YouTubeClient

    func titles(for text: String) async throws(SearchError) -> [String] {
        try await youTube.search(text).items.map(\.title)
    }
}
