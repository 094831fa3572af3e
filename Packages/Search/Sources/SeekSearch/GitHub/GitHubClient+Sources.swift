public import SeekModels

/// The searches as sources, for ``SearchSource/pages(for:from:)``, ``SearchModel`` and federated searches.
extension GitHubClient {
    /// The repositories that match a text as a source.
    public func repositorySearch(pageSize: Int = 30) -> some SearchSource<GitHubRepository> {
        GitHubSource { text, cursor throws(SearchError) in
            try await searchRepositories(GitHubQuery(text), pageSize: pageSize, at: cursor)
        }
    }

    /// The issues and pull requests that match a text as a source.
    ///
    /// - Parameters:
    ///   - scope: issues, pull requests, or both, which takes two requests a page.
    ///   - sort: what is sorted by; nil is the best match.
    ///   - pageSize: 1...100.
    public func issueSearch(
        scope: GitHubIssueScope = .all,
        sort: GitHubIssueSort? = nil,
        pageSize: Int = 30
    ) -> some SearchSource<GitHubIssue> {
        GitHubSource { text, cursor throws(SearchError) in
            try await searchIssues(
                GitHubQuery(text),
                scope: scope,
                sort: sort,
                options: GitHubPageOptions(pageSize: pageSize),
                at: cursor
            )
        }
    }

    /// The users and organisations that match a text as a source.
    public func userSearch(pageSize: Int = 30) -> some SearchSource<GitHubUser> {
        GitHubSource { text, cursor throws(SearchError) in
            try await searchUsers(GitHubQuery(text), options: GitHubPageOptions(pageSize: pageSize), at: cursor)
        }
    }

    /// The files that match a text as a source, with the places. Needs a token.
    public func codeSearch(pageSize: Int = 30) -> some SearchSource<GitHubCode> {
        GitHubSource { text, cursor throws(SearchError) in
            try await searchCode(
                GitHubQuery(text),
                options: GitHubPageOptions(pageSize: pageSize, textMatches: true),
                at: cursor
            )
        }
    }

    /// The commits that match a text as a source.
    public func commitSearch(pageSize: Int = 30) -> some SearchSource<GitHubCommit> {
        GitHubSource { text, cursor throws(SearchError) in
            try await searchCommits(GitHubQuery(text), options: GitHubPageOptions(pageSize: pageSize), at: cursor)
        }
    }

    /// The topics that match a text as a source.
    public func topicSearch(pageSize: Int = 30) -> some SearchSource<GitHubTopic> {
        GitHubSource { text, cursor throws(SearchError) in
            try await searchTopics(GitHubQuery(text), options: GitHubPageOptions(pageSize: pageSize), at: cursor)
        }
    }
}

/// A source of GitHub's.
struct GitHubSource<Item: Sendable>: SearchSource {
    let fetch: @Sendable (String, PageCursor?) async throws(SearchError) -> SearchPage<Item>

    func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<Item> {
        try await fetch(text, cursor)
    }
}
