import SeekIndex
import SeekModels
import SeekNetworking
import SeekSearch

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What an answer of the APIs showed: from the cache's bytes to hits. A pure function.
enum SeenHits {
    /// An answer that lists results.
    private enum Listing {
        case videos
        case repositories
        case userRepositories
    }

    /// Whether the answer under a key of the cache's lists results.
    static func isListing(_ key: String) -> Bool {
        KeptResponse.url(ofKey: key).flatMap(listing) != nil
    }

    /// The results an answer lists; none where it is no such answer, or cannot be read.
    static func hits(in bytes: Data, for key: String) -> [SearchHit] {
        guard let kept = KeptResponse(key: key, bytes: bytes), kept.response.status.code == 200 else { return [] }
        let decoder = ModelDecoder(.lenient)
        let body = kept.response.body
        switch listing(kept.url) {
        case .videos:
            return (try? decoder.decode(YouTubeSearchPage.self, from: body))?.items.map { SearchHit($0) } ?? []
        case .repositories:
            let page = try? decoder.decode(GitHubSearchPage<GitHubRepository>.self, from: body)
            return page?.items.map { SearchHit($0) } ?? []
        case .userRepositories:
            let page = try? decoder.decode(GitHubListPage<GitHubRepository>.self, from: body)
            return page?.items.map { SearchHit($0) } ?? []
        case nil:
            return []
        }
    }

    /// By the end of the path: where the API is, others say.
    private static func listing(_ url: URL) -> Listing? {
        let parts = url.path().split(separator: "/")
        switch parts.suffix(2) {
        case ["search", "repositories"]: return .repositories
        case let pair where pair.last == "search" && parts.dropLast(2).last == "youtube": return .videos
        case let pair where pair.last == "repos" && ["users", "orgs"].contains(parts.dropLast(2).last):
            return .userRepositories
        default: return nil
        }
    }
}

extension IndexEntry {
    /// The entry of a hit, which comes back with it.
    init?(_ hit: SearchHit) {
        let encoder = JSONEncoder()
        // Equal hits are equal bytes: the index then has nothing to do.
        encoder.outputFormatting = [.sortedKeys]
        guard let payload = try? encoder.encode(hit) else { return nil }
        self.init(
            id: hit.identity,
            kind: hit.kind.rawValue,
            title: hit.title,
            subtitle: hit.subtitle ?? "",
            text: hit.text,
            date: hit.date,
            payload: payload
        )
    }
}
