public import SeekBasics
public import SeekModels

extension YouTubeClient {
    /// Returns a provider of YouTube results of one kind. Its pages have the maximum size, because every page costs one
    /// call.
    ///
    /// - Parameters:
    ///   - kind: The kind of results.
    ///   - name: The provider's name; by default `youtube` for videos, `youtube-channels` and `youtube-playlists` for
    ///     the others.
    ///   - sort: The order.
    ///   - since: The earliest date of publication; nil is any.
    ///   - until: The latest date of publication, inclusive; nil is any.
    public func provider(
        of kind: YouTubeSearchItem.Kind = .video,
        name: String? = nil,
        sort: SearchSort = .relevance,
        since: Date? = nil,
        until: Date? = nil
    ) -> some SearchProvider {
        let defaultName = kind == .video ? "youtube" : "youtube-\(kind.rawValue)s"
        let source = ClosureSource(client: self) { client, text, cursor throws(SearchError) in
            var query = YouTubeSearchQuery(text, kind: kind, pageSize: YouTubeSearchQuery.maximumPageSize)
            query.order = sort.youTubeOrder
            query.publishedAfter = since
            query.publishedBefore = until
            return try await client.search(query, at: cursor)
        }
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
    /// - Parameters:
    ///   - kind: The kind of results.
    ///   - name: The provider's name; by default `github` for repositories and `github-issues`, `github-users` and so
    ///     on for the others.
    ///   - sort: The order. GitHub cannot sort repositories by their last push, only by their last update. With
    ///     ``SearchSort/date``, each page of repositories is therefore sorted again by ``SearchHit/date``.
    ///   - since: The earliest date; nil is any. It is compared with the last push of a repository, the last update of
    ///     an issue or a pull request, the date of a commit, and the creation of a user or a topic. GitHub cannot
    ///     search files by date, so a search of code with a date throws ``SearchError/invalidQuery(_:)``.
    ///   - until: The latest date, inclusive; nil is any.
    public func provider(
        of kind: SearchHit.Kind,
        name: String? = nil,
        sort: SearchSort = .relevance,
        since: Date? = nil,
        until: Date? = nil
    ) -> (any SearchProvider)? {
        let period = GitHubRange(since: since, until: until)
        let size = Self.maximumPageSize
        func provider<Item: SearchHitConvertible>(
            _ defaultName: String,
            _ qualifier: @escaping @Sendable (GitHubRange<Date>) -> GitHubQualifier = { .created($0) },
            search: @escaping @Sendable (Self, GitHubQuery, PageCursor?) async throws(SearchError) -> SearchPage<Item>
        ) -> any SearchProvider {
            let source = ClosureSource(client: self) { client, text, cursor throws(SearchError) in
                let query = GitHubQuery(text)
                return try await search(client, period.map { query.with(qualifier($0)) } ?? query, cursor)
            }
            return SourceProvider(name: name ?? defaultName, source: source)
        }
        func issues(_ defaultName: String, _ scope: GitHubIssueScope) -> any SearchProvider {
            provider(defaultName, { .updated($0) }) { client, query, cursor throws(SearchError) in
                let order = sort.issueSort
                return try await client.searchIssues(query, scope: scope, sort: order, pageSize: size, at: cursor)
            }
        }
        return switch kind {
        case .repository:
            provider("github", { .pushed($0) }) { client, query, cursor throws(SearchError) in
                let order = sort.repositorySort
                var page = try await client.searchRepositories(query, sort: order, pageSize: size, at: cursor)
                if sort == .date { page.items.sort { $0.hitDate ?? .distantPast > $1.hitDate ?? .distantPast } }
                return page
            }
        case .issue: issues("github-issues", .issues)
        case .pullRequest: issues("github-pull-requests", .pullRequests)
        case .user:
            provider("github-users") { client, query, cursor throws(SearchError) in
                try await client.searchUsers(query, sort: sort.userSort, pageSize: size, at: cursor)
            }
        case .code:
            provider("github-code") { client, query, cursor throws(SearchError) in
                guard period == nil else {
                    throw .invalidQuery("GitHub cannot search code by date; remove the dates, or do not search code")
                }
                return try await client.searchCode(query, pageSize: size, textMatches: true, at: cursor)
            }
        case .commit:
            provider("github-commits", { .committerDate($0) }) { client, query, cursor throws(SearchError) in
                try await client.searchCommits(query, sort: sort.commitSort, pageSize: size, at: cursor)
            }
        case .topic:
            provider("github-topics") { client, query, cursor throws(SearchError) in
                try await client.searchTopics(query, pageSize: size, at: cursor)
            }
        default: nil
        }
    }
}

extension GitHubRange<Date> {
    /// Creates the range of a period; nil if it has neither a beginning nor an end.
    fileprivate init?(since: Date?, until: Date?) {
        switch (since, until) {
        case (let since?, let until?): self = .between(since, until)
        case (let since?, nil): self = .atLeast(since)
        case (nil, let until?): self = .atMost(until)
        case (nil, nil): return nil
        }
    }
}

/// The order in terms of each search; nil is by relevance.
extension SearchSort {
    fileprivate var youTubeOrder: YouTubeOrder? { [.date: .date, .popularity: .viewCount][self] }
    fileprivate var repositorySort: GitHubRepositorySort? { [.date: .updated, .popularity: .stars][self] }
    fileprivate var issueSort: GitHubIssueSort? { [.date: .updated, .popularity: .comments][self] }
    fileprivate var userSort: GitHubUserSort? { [.date: .joined, .popularity: .followers][self] }
    fileprivate var commitSort: GitHubCommitSort? { [.date: .committerDate][self] }
}
