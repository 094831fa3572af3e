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
struct SeenAnswer: Sendable {
    /// How the path ends; `*` is any one name.
    let path: [Substring]
    /// How much it tells of a thing, compared with other answers that show it, too.
    let detail: Int
    private let read: @Sendable (Data) -> [any SearchHitConvertible]

    private init<Page: SeenPage>(_ path: String, _ page: Page.Type, detail: Int = 0) {
        self.path = path.split(separator: "/")
        self.detail = detail
        // Of an answer that cannot be read nothing was seen.
        read = { (try? ModelDecoder(.lenient).decode(page, from: $0))?.items ?? [] }
    }

    static let all = [
        SeenAnswer("youtube/*/search", YouTubeSearchPage.self),
        // A search cuts descriptions short.
        SeenAnswer("youtube/*/playlistItems", YouTubeListPage<YouTubePlaylistItem>.self, detail: 1),
        SeenAnswer("youtube/*/videos", YouTubeListPage<YouTubeVideo>.self, detail: 2),
        SeenAnswer("youtube/*/channels", YouTubeListPage<YouTubeChannel>.self, detail: 2),
        SeenAnswer("youtube/*/playlists", YouTubeListPage<YouTubePlaylist>.self, detail: 2),
        SeenAnswer("search/repositories", GitHubSearchPage<GitHubRepository>.self),
        SeenAnswer("search/issues", GitHubSearchPage<GitHubIssue>.self),
        SeenAnswer("search/users", GitHubSearchPage<GitHubUser>.self),
        SeenAnswer("search/code", GitHubSearchPage<GitHubCode>.self),
        SeenAnswer("search/commits", GitHubSearchPage<GitHubCommit>.self),
        SeenAnswer("search/topics", GitHubSearchPage<GitHubTopic>.self),
        SeenAnswer("users/*/repos", GitHubListPage<GitHubRepository>.self),
        SeenAnswer("orgs/*/repos", GitHubListPage<GitHubRepository>.self),
        SeenAnswer("user/repos", GitHubListPage<GitHubRepository>.self),
        SeenAnswer("users/*/starred", GitHubListPage<GitHubRepository>.self),
        SeenAnswer("user/starred", GitHubListPage<GitHubRepository>.self),
        SeenAnswer("repos/*/*", Single<GitHubRepository>.self),
        SeenAnswer("repos/*/*/issues", GitHubListPage<GitHubIssue>.self),
        SeenAnswer("repos/*/*/issues/*", Single<GitHubIssue>.self),
        // Users tell their names here, which a search leaves out.
        SeenAnswer("users/*", Single<GitHubUser>.self, detail: 1),
        SeenAnswer("orgs/*", Single<GitHubUser>.self, detail: 1),
    ]

    /// The rows by the number of names their paths have, the most first: of two that fit the longer is meant.
    private static let byLength = Dictionary(grouping: all, by: \.path.count).sorted { $0.key > $1.key }

    /// What an answer under a key of the cache's shows; nil where it is none of these.
    init?(key: String) {
        guard let path = KeptResponse.url(ofKey: key)?.path() else { return nil }
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
        guard let kept = KeptResponse(key: key, bytes: bytes), kept.response.status.code == 200 else { return [] }
        return read(kept.response.body)
    }
}

/// An answer with things.
private protocol SeenPage: Decodable, Sendable {
    associatedtype Item: SearchHitConvertible
    var items: [Item] { get }
}

extension YouTubeSearchPage: SeenPage {}
extension YouTubeListPage: SeenPage where Item: SearchHitConvertible & Decodable {}
extension GitHubSearchPage: SeenPage where Item: SearchHitConvertible & Decodable {}
extension GitHubListPage: SeenPage where Item: SearchHitConvertible & Decodable {}

/// An answer that is one thing.
private struct Single<Item: SearchHitConvertible & Decodable>: SeenPage {
    let items: [Item]

    init(from decoder: any Decoder) throws { items = [try Item(from: decoder)] }
}
