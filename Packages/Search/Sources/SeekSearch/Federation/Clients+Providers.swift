public import SeekModels

extension YouTubeClient {
    /// Returns a provider of YouTube results of one kind. Pages have the maximum size because every page costs one
    /// call.
    ///
    /// - Parameter name: The provider's name; by default `youtube` for videos, `youtube-channels` and
    ///   `youtube-playlists` for the others.
    public func provider(of kind: YouTubeSearchItem.Kind = .video, name: String? = nil) -> some SearchProvider {
        let defaultName = kind == .video ? "youtube" : "youtube-\(kind.rawValue)s"
        let source = source(of: kind, pageSize: YouTubeSearchQuery.maximumPageSize)
        return SourceProvider(name: name ?? defaultName, source: source)
    }
}

extension GitHubClient {
    /// Returns a provider of GitHub repositories.
    public func provider(name: String = "github") -> some SearchProvider {
        SourceProvider(name: name, source: repositorySearch(pageSize: Self.maximumPageSize))
    }

    /// Returns a provider of GitHub results of one kind, or nil if GitHub has no search for it.
    ///
    /// - Parameter name: The provider's name; by default `github` for repositories and `github-issues`, `github-users`
    ///   and so on for the others.
    public func provider(of kind: SearchHit.Kind, name: String? = nil) -> (any SearchProvider)? {
        func provider(
            _ defaultName: String,
            _ source: some SearchSource<some SearchHitConvertible>
        ) -> any SearchProvider {
            SourceProvider(name: name ?? defaultName, source: source)
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
