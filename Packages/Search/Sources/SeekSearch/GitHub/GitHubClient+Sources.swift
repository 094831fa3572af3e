public import SeekModels

/// The searches as sources for ``SearchSource/pages(for:from:)``, ``SearchModel`` and federated search.
extension GitHubClient {
    /// Returns a source of repositories.
    ///
    /// - Parameters:
    ///   - sort: The order; nil is by best match.
    ///   - pageSize: The number of results per page: 1...100.
    public func repositorySearch(
        sort: GitHubRepositorySort? = nil,
        pageSize: Int = 30
    ) -> some SearchSource<GitHubRepository> {
        ClosureSource(self) { client, text, cursor throws(SearchError) in
            try await client.searchRepositories(text, sort: sort, pageSize: pageSize, at: cursor)
        }
    }

    /// Returns a source of issues and pull requests.
    ///
    /// - Parameters:
    ///   - scope: Issues, pull requests, or both, which takes two requests per page.
    ///   - sort: The order; nil is by best match.
    ///   - pageSize: The number of results per request: 1...100. A page with the results of two requests may have up to
    ///     twice as many.
    public func issueSearch(
        scope: GitHubIssueScope = .all,
        sort: GitHubIssueSort? = nil,
        pageSize: Int = 30
    ) -> some SearchSource<GitHubIssue> {
        ClosureSource(self) { client, text, cursor throws(SearchError) in
            try await client.searchIssues(text, scope: scope, sort: sort, pageSize: pageSize, at: cursor)
        }
    }

    /// Returns a source of users and organizations.
    public func userSearch(pageSize: Int = 30) -> some SearchSource<GitHubUser> {
        ClosureSource(self) { client, text, cursor throws(SearchError) in
            try await client.searchUsers(text, pageSize: pageSize, at: cursor)
        }
    }

    /// Returns a source of files with their matching fragments. Requires a token.
    public func codeSearch(pageSize: Int = 30) -> some SearchSource<GitHubCode> {
        ClosureSource(self) { client, text, cursor throws(SearchError) in
            try await client.searchCode(text, pageSize: pageSize, textMatches: true, at: cursor)
        }
    }

    /// Returns a source of commits.
    public func commitSearch(pageSize: Int = 30) -> some SearchSource<GitHubCommit> {
        ClosureSource(self) { client, text, cursor throws(SearchError) in
            try await client.searchCommits(text, pageSize: pageSize, at: cursor)
        }
    }

    /// Returns a source of topics.
    public func topicSearch(pageSize: Int = 30) -> some SearchSource<GitHubTopic> {
        ClosureSource(self) { client, text, cursor throws(SearchError) in
            try await client.searchTopics(text, pageSize: pageSize, at: cursor)
        }
    }
}
