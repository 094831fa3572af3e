import Foundation
import Seek

/// The state of the screen: the model of the search, its errors and thumbnails.
@MainActor
struct VideoScreen {
    let seek: SeekClient
    let model: SearchModel<YouTubeSearchItem>

    init(_ seek: SeekClient) {
        self.seek = seek
        model = SearchModel(source: seek.youTube.source())
    }

    /// The error to show; nil if there is none.
    var error: SearchError? {
        if case .failure(let error) = model.phase { error } else { model.loadMoreError ?? model.refreshError }
    }

    /// The text in place of rows; nil if there are rows or a search is running.
    var placeholder: String? {
        guard model.items.isEmpty, !model.isSearching else { return nil }
        return switch model.phase {
        case .idle, .searching: "Search for videos"
        case .results: "No videos found"
        case .failure(let error): error.couldNotConnect ? "No connection" : "The search failed"
        }
    }

    /// The source and age of the rows, such as `disk, 12 s old`; nil without rows or if they come from the network.
    var age: String? {
        model.provenance.flatMap { $0.isCached ? "\($0)" : nil }
    }

    /// Returns a thumbnail from the cache or the service; nil if there is none or it cannot be loaded.
    func thumbnail(of video: YouTubeSearchItem) async -> Data? {
        guard let thumbnail = video.thumbnails["medium"] ?? video.thumbnails["default"] else { return nil }
        return try? await seek.image(at: thumbnail.url)
    }
}
