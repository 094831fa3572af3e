import SeekBasics
import SeekHTTPCache
import SeekModels
import SeekNetworking
import SeekSearch

/// A kind of response whose results an offline search finds: the path of its endpoint and the model that decodes it.
///
/// Only the end of the path is compared, since the base URL is configurable. Models convert themselves to hits, so
/// that another endpoint is one more row in ``all``.
struct OfflineResponseKind: Sendable {
    /// The last components of the path; `*` matches any component.
    let path: [Substring]
    /// The rank of the response among responses that contain the same result. The result is taken from the response
    /// with the highest rank.
    let detail: Int
    private let decode: @Sendable (Data) -> [any SearchHitConvertible]

    private init<Page: OfflineResponsePage>(_ path: String, _ page: Page.Type, detail: Int = 0) {
        self.path = path.split(separator: "/")
        self.detail = detail
        // A response that cannot be decoded has no results.
        decode = { (try? ModelDecoder(.lenient).decode(page, from: $0))?.items ?? [] }
    }

    static let all = [
        OfflineResponseKind("youtube/*/search", YouTubeSearchPage.self),
        // Search responses truncate descriptions; the responses of these kinds do not.
        OfflineResponseKind("youtube/*/playlistItems", YouTubeListPage<YouTubePlaylistItem>.self, detail: 1),
        OfflineResponseKind("youtube/*/videos", YouTubeListPage<YouTubeVideo>.self, detail: 2),
        OfflineResponseKind("youtube/*/channels", YouTubeListPage<YouTubeChannel>.self, detail: 2),
        OfflineResponseKind("youtube/*/playlists", YouTubeListPage<YouTubePlaylist>.self, detail: 2),
        OfflineResponseKind("search/repositories", GitHubSearchPage<GitHubRepository>.self),
        OfflineResponseKind("search/issues", GitHubSearchPage<GitHubIssue>.self),
        OfflineResponseKind("search/users", GitHubSearchPage<GitHubUser>.self),
        OfflineResponseKind("search/code", GitHubSearchPage<GitHubCode>.self),
        OfflineResponseKind("search/commits", GitHubSearchPage<GitHubCommit>.self),
        OfflineResponseKind("search/topics", GitHubSearchPage<GitHubTopic>.self),
        OfflineResponseKind("users/*/repos", GitHubListPage<GitHubRepository>.self),
        OfflineResponseKind("orgs/*/repos", GitHubListPage<GitHubRepository>.self),
        OfflineResponseKind("user/repos", GitHubListPage<GitHubRepository>.self),
        OfflineResponseKind("users/*/starred", GitHubListPage<GitHubRepository>.self),
        OfflineResponseKind("user/starred", GitHubListPage<GitHubRepository>.self),
        OfflineResponseKind("repos/*/*", SingleItem<GitHubRepository>.self),
        OfflineResponseKind("repositories/*", SingleItem<GitHubRepository>.self),
        OfflineResponseKind("repos/*/*/issues", GitHubListPage<GitHubIssue>.self),
        OfflineResponseKind("repos/*/*/issues/*", SingleItem<GitHubIssue>.self),
        // These responses contain the name of the account, which search results do not.
        OfflineResponseKind("users/*", SingleItem<GitHubUser>.self, detail: 1),
        OfflineResponseKind("orgs/*", SingleItem<GitHubUser>.self, detail: 1),
    ]

    /// The kinds sorted by the length of their paths, longest first, because the longest match is used.
    private static let byLength = all.sorted { $0.path.count > $1.path.count }

    /// Creates the kind of the response that is cached under a key; nil if the results of such responses are not
    /// searched.
    init?(key: String) {
        guard let url = CachedResponse.url(ofKey: key) else { return nil }
        self.init(url: url)
    }

    /// Creates the kind of the response of a URL; nil if the results of such responses are not searched.
    init?(url: URL) {
        let components = url.path().split(separator: "/")
        guard let kind = Self.byLength.first(where: { $0.matches(components) }) else { return nil }
        self = kind
    }

    private func matches(_ components: [Substring]) -> Bool {
        path.count <= components.count
            && zip(path, components.suffix(path.count)).allSatisfy { $0 == "*" || $0 == $1 }
    }

    /// Returns the results of a response; none if its status is not 200, or if it cannot be decoded.
    func results(in bytes: Data, for key: String) -> [any SearchHitConvertible] {
        guard let stored = CachedResponse(key: key, bytes: bytes), stored.response.status.code == 200 else {
            return []
        }
        return decode(stored.response.body)
    }
}

private protocol OfflineResponsePage: Decodable, Sendable {
    associatedtype Item: SearchHitConvertible
    var items: [Item] { get }
}

extension YouTubeSearchPage: OfflineResponsePage {}
extension YouTubeListPage: OfflineResponsePage where Item: SearchHitConvertible & Decodable {}
extension GitHubSearchPage: OfflineResponsePage where Item: SearchHitConvertible & Decodable {}
extension GitHubListPage: OfflineResponsePage where Item: SearchHitConvertible & Decodable {}

private struct SingleItem<Item: SearchHitConvertible & Decodable>: OfflineResponsePage {
    let items: [Item]

    init(from decoder: any Decoder) throws { items = [try Item(from: decoder)] }
}
