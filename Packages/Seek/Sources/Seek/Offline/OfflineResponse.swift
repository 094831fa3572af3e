import SeekModels
import SeekNetworking
import SeekSearch

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A kind of response whose results an offline search finds: the path of its endpoint and the model that decodes it.
///
/// Only the end of the path is compared, since the base URL is configurable. Models convert themselves to hits, so
/// that another endpoint is one more row in ``all``.
struct OfflineResponse: Sendable {
    /// The last components of the path; `*` matches any component.
    let path: [Substring]
    /// The rank of the response among those that contain the same result: the one with the highest value is indexed.
    let detail: Int
    private let read: @Sendable (Data) -> [any SearchHitConvertible]

    private init<Page: OfflineResponsePage>(_ path: String, _ page: Page.Type, detail: Int = 0) {
        self.path = path.split(separator: "/")
        self.detail = detail
        // A response that cannot be decoded has no results.
        read = { (try? ModelDecoder(.lenient).decode(page, from: $0))?.items ?? [] }
    }

    static let all = [
        OfflineResponse("youtube/*/search", YouTubeSearchPage.self),
        // Search responses truncate descriptions.
        OfflineResponse("youtube/*/playlistItems", YouTubeListPage<YouTubePlaylistItem>.self, detail: 1),
        OfflineResponse("youtube/*/videos", YouTubeListPage<YouTubeVideo>.self, detail: 2),
        OfflineResponse("youtube/*/channels", YouTubeListPage<YouTubeChannel>.self, detail: 2),
        OfflineResponse("youtube/*/playlists", YouTubeListPage<YouTubePlaylist>.self, detail: 2),
        OfflineResponse("search/repositories", GitHubSearchPage<GitHubRepository>.self),
        OfflineResponse("search/issues", GitHubSearchPage<GitHubIssue>.self),
        OfflineResponse("search/users", GitHubSearchPage<GitHubUser>.self),
        OfflineResponse("search/code", GitHubSearchPage<GitHubCode>.self),
        OfflineResponse("search/commits", GitHubSearchPage<GitHubCommit>.self),
        OfflineResponse("search/topics", GitHubSearchPage<GitHubTopic>.self),
        OfflineResponse("users/*/repos", GitHubListPage<GitHubRepository>.self),
        OfflineResponse("orgs/*/repos", GitHubListPage<GitHubRepository>.self),
        OfflineResponse("user/repos", GitHubListPage<GitHubRepository>.self),
        OfflineResponse("users/*/starred", GitHubListPage<GitHubRepository>.self),
        OfflineResponse("user/starred", GitHubListPage<GitHubRepository>.self),
        OfflineResponse("repos/*/*", Single<GitHubRepository>.self),
        OfflineResponse("repos/*/*/issues", GitHubListPage<GitHubIssue>.self),
        OfflineResponse("repos/*/*/issues/*", Single<GitHubIssue>.self),
        // Contains the user's name, which a search does not.
        OfflineResponse("users/*", Single<GitHubUser>.self, detail: 1),
        OfflineResponse("orgs/*", Single<GitHubUser>.self, detail: 1),
    ]

    /// The rows by the number of their path's components, longest first, since the longest match is used.
    private static let byLength = Dictionary(grouping: all, by: \.path.count).sorted { $0.key > $1.key }

    /// Finds the kind of the response that is cached under a key. Returns `nil` if its results are not searched.
    init?(key: String) {
        guard let path = SerializedResponse.url(ofKey: key)?.path() else { return nil }
        let parts = path.split(separator: "/")
        for (length, rows) in Self.byLength where length <= parts.count {
            let end = parts.suffix(length)
            if let row = rows.first(where: { zip($0.path, end).allSatisfy { $0 == "*" || $0 == $1 } }) {
                self = row
                return
            }
        }
        return nil
    }

    /// Returns the results of a response, none if it cannot be decoded.
    func results(in bytes: Data, for key: String) -> [any SearchHitConvertible] {
        guard let stored = SerializedResponse(key: key, bytes: bytes), stored.response.status.code == 200 else {
            return []
        }
        return read(stored.response.body)
    }
}

/// A response with items.
private protocol OfflineResponsePage: Decodable, Sendable {
    associatedtype Item: SearchHitConvertible
    var items: [Item] { get }
}

extension YouTubeSearchPage: OfflineResponsePage {}
extension YouTubeListPage: OfflineResponsePage where Item: SearchHitConvertible & Decodable {}
extension GitHubSearchPage: OfflineResponsePage where Item: SearchHitConvertible & Decodable {}
extension GitHubListPage: OfflineResponsePage where Item: SearchHitConvertible & Decodable {}

/// A response that is a single item.
private struct Single<Item: SearchHitConvertible & Decodable>: OfflineResponsePage {
    let items: [Item]

    init(from decoder: any Decoder) throws { items = [try Item(from: decoder)] }
}
