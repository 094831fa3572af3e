import SeekModels
import SeekNetworking
import SeekSearch

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The answers that show something a person may look for again: where they are, and what they hold.
///
/// By the end of the path: where the API is, others say. What a thing looks like as a hit its model says, so that a row is all that a
/// further answer takes.
struct OfflineResponse: Sendable {
    /// How the path ends; `*` is any one name.
    let path: [Substring]
    /// How much it tells of a thing, compared with other answers that show it, too.
    let detail: Int
    private let read: @Sendable (Data) -> [any SearchHitConvertible]

    private init<Page: OfflineResponsePage>(_ path: String, _ page: Page.Type, detail: Int = 0) {
        self.path = path.split(separator: "/")
        self.detail = detail
        // Of an answer that cannot be read nothing was seen.
        read = { (try? ModelDecoder(.lenient).decode(page, from: $0))?.items ?? [] }
    }

    static let all = [
        OfflineResponse("youtube/*/search", YouTubeSearchPage.self),
        // A search cuts descriptions short.
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
        // Users tell their names here, which a search leaves out.
        OfflineResponse("users/*", Single<GitHubUser>.self, detail: 1),
        OfflineResponse("orgs/*", Single<GitHubUser>.self, detail: 1),
    ]

    /// The rows by the number of names their paths have, the most first: of two that fit the longer is meant.
    private static let byLength = Dictionary(grouping: all, by: \.path.count).sorted { $0.key > $1.key }

    /// What an answer under a key of the cache's shows; nil where it is none of these.
    init?(key: String) {
        guard let path = SerializedResponse.url(ofKey: key)?.path() else { return nil }
        let parts = path.split(separator: "/")
        for (length, answers) in Self.byLength where length <= parts.count {
            let end = parts.suffix(length)
            if let answer = answers.first(where: { zip($0.path, end).allSatisfy { $0 == "*" || $0 == $1 } }) {
                self = answer
                return
            }
        }
        return nil
    }

    /// What the answer shows; nothing where it cannot be read.
    func results(in bytes: Data, for key: String) -> [any SearchHitConvertible] {
        guard let kept = SerializedResponse(key: key, bytes: bytes), kept.response.status.code == 200 else { return [] }
        return read(kept.response.body)
    }
}

/// An answer with things.
private protocol OfflineResponsePage: Decodable, Sendable {
    associatedtype Item: SearchHitConvertible
    var items: [Item] { get }
}

extension YouTubeSearchPage: OfflineResponsePage {}
extension YouTubeListPage: OfflineResponsePage where Item: SearchHitConvertible & Decodable {}
extension GitHubSearchPage: OfflineResponsePage where Item: SearchHitConvertible & Decodable {}
extension GitHubListPage: OfflineResponsePage where Item: SearchHitConvertible & Decodable {}

/// An answer that is one thing.
private struct Single<Item: SearchHitConvertible & Decodable>: OfflineResponsePage {
    let items: [Item]

    init(from decoder: any Decoder) throws { items = [try Item(from: decoder)] }
}
