public import SeekModels

extension YouTubeClient {
    /// YouTube's results of one kind, as a provider of a federated search. Pages are as large as they may be, for each costs the same.
    ///
    /// - Parameter name: `youtube` where nothing else is said for videos, else `youtube-channels` and `youtube-playlists`.
    public func provider(of kind: YouTubeSearchItem.Kind = .video, name: String? = nil) -> some SearchProvider {
        let plain = kind == .video ? "youtube" : "youtube-\(kind.rawValue)s"
        let source = source(of: kind, pageSize: YouTubeSearchQuery.maximumPageSize)
        return SourceProvider(name: name ?? plain, source: source) { SearchHit($0) }
    }
}

extension GitHubClient {
    /// GitHub's repositories, as a provider of a federated search. Pages are as large as they may be.
    public func provider(name: String = "github") -> some SearchProvider {
        SourceProvider(name: name, source: repositorySearch(pageSize: Self.maximumPageSize)) { SearchHit($0) }
    }
}
