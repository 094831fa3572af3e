public import SeekModels

extension YouTubeClient {
    /// YouTube's results of one kind, as a provider of a federated search. Pages are as large as they may be, for each costs the same.
    ///
    /// - Parameter name: `youtube` where nothing else is said for videos, else `youtube-channels` and `youtube-playlists`.
    public func provider(of kind: YouTubeSearchItem.Kind = .video, name: String? = nil) -> some SearchProvider {
        let plain = kind == .video ? "youtube" : "youtube-\(kind.rawValue)s"
        let source = source(of: kind, pageSize: YouTubeSearchQuery.maximumPageSize)
        return SourceProvider(name: name ?? plain, source: source)
    }
}

extension GitHubClient {
    /// GitHub's repositories, as a provider of a federated search. Pages are as large as they may be.
    public func provider(name: String = "github") -> some SearchProvider {
        SourceProvider(name: name, source: repositorySearch(pageSize: Self.maximumPageSize))
    }

    /// GitHub's results of one kind, as a provider of a federated search. Pages are as large as they may be.
    ///
    /// - Parameter name: `github` where nothing else is said for repositories, else `github-issues` and so on.
    /// - Returns: nil for a kind that GitHub has no search for.
    public func provider(of kind: SearchHit.Kind, name: String? = nil) -> (any SearchProvider)? {
        func provider(_ plain: String, _ source: some SearchSource<some SearchHitConvertible>) -> any SearchProvider {
            SourceProvider(name: name ?? plain, source: source)
        }
        let size = Self.maximumPageSize
        return switch kind {
        case .repository: provider("github", repositorySearch(pageSize: size))
        case .issue: provider("github-issues", issueSearch(scope: .issues, pageSize: size))
        case .pullRequest: provider("github-pull-requests", issueSearch(scope: .pullRequests, pageSize: size))
        case .user: provider("github-users", userSearch(pageSize: size))
        case .code: provider("github-code", codeSearch(pageSize: size))
        case .commit: provider("github-commits", commitSearch(pageSize: size))
        case .topic: provider("github-topics", topicSearch(pageSize: size))
        default: nil
        }
    }
}
