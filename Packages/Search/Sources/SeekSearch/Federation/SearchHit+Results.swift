public import SeekModels

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SearchHit {
    /// The hit of a result of YouTube's search. Its picture is the one of medium size, where there is such a one.
    public init(_ item: YouTubeSearchItem) {
        let pictures = item.thumbnails
        let picture = pictures["medium"] ?? pictures["default"] ?? pictures["high"]
        self.init(
            id: "youtube:\(item.kind.rawValue):\(item.id)",
            kind: Kind(rawValue: item.kind.rawValue),
            source: "youtube",
            title: item.title,
            subtitle: item.channelTitle,
            text: item.description,
            url: item.webURL,
            date: item.publishedAt,
            thumbnail: (picture ?? pictures.min { $0.key < $1.key }?.value)?.url
        )
    }

    /// The hit of a repository. Its date is that of the last push.
    public init(_ repository: GitHubRepository) {
        self.init(
            id: "github:repository:\(repository.id)",
            kind: .repository,
            source: "github",
            title: repository.fullName,
            subtitle: repository.language,
            text: repository.description ?? "",
            url: repository.url,
            date: repository.pushedAt ?? repository.updatedAt
        )
    }
}

extension SearchHit: Openable {
    /// The page in the browser; videos, channels and playlists also under the YouTube app's scheme, repositories at the same address.
    public func url(for mode: OpeningMode) -> URL? {
        guard mode == .app, source == "youtube", let url else { return url }
        var components = URLComponents(url: url, resolvingAgainstBaseURL: false)
        components?.scheme = "youtube"
        return components?.url
    }
}
