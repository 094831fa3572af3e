import SeekBasics
public import SeekModels
import SeekNetworking

/// The searches, except the one for issues. Each returns at most 1,000 results on all its pages together; see
/// ``SearchPage/isIncomplete`` for searches that timed out. A query with errors in
/// ``GitHubQuery/diagnostics(for:scope:searchType:usesAdvancedSyntax:)`` is not sent.
extension GitHubClient {
    /// Returns a page of matching repositories.
    ///
    /// - Parameters:
    ///   - query: The query, or its text.
    ///   - sort: The sort field; nil sorts by best match.
    ///   - order: The sort direction; nil sorts in descending order.
    ///   - pageSize: The number of results per page: 1...100.
    ///   - textMatches: Whether results include the matching fragments.
    ///   - cursor: The page; nil is the first.
    public func searchRepositories(
        _ query: some GitHubQueryConvertible,
        sort: GitHubRepositorySort? = nil,
        order: GitHubOrder? = nil,
        pageSize: Int = 30,
        textMatches: Bool = false,
        at cursor: PageCursor? = nil
    ) async throws(SearchError) -> SearchPage<GitHubRepository> {
        try await search(.repositories, query, Self.parameters(sort, order), pageSize, textMatches, at: cursor)
    }

    /// Returns a page of matching users and organizations.
    public func searchUsers(
        _ query: some GitHubQueryConvertible,
        sort: GitHubUserSort? = nil,
        order: GitHubOrder? = nil,
        pageSize: Int = 30,
        textMatches: Bool = false,
        at cursor: PageCursor? = nil
    ) async throws(SearchError) -> SearchPage<GitHubUser> {
        try await search(.users, query, Self.parameters(sort, order), pageSize, textMatches, at: cursor)
    }

    /// Returns a page of matching files. Requires a token; limited to 10 searches a minute.
    public func searchCode(
        _ query: some GitHubQueryConvertible,
        pageSize: Int = 30,
        textMatches: Bool = false,
        at cursor: PageCursor? = nil
    ) async throws(SearchError) -> SearchPage<GitHubCode> {
        try await search(.code, query, [:], pageSize, textMatches, at: cursor)
    }

    /// Returns a page of matching commits.
    public func searchCommits(
        _ query: some GitHubQueryConvertible,
        sort: GitHubCommitSort? = nil,
        order: GitHubOrder? = nil,
        pageSize: Int = 30,
        textMatches: Bool = false,
        at cursor: PageCursor? = nil
    ) async throws(SearchError) -> SearchPage<GitHubCommit> {
        try await search(.commits, query, Self.parameters(sort, order), pageSize, textMatches, at: cursor)
    }

    /// Returns a page of matching topics.
    public func searchTopics(
        _ query: some GitHubQueryConvertible,
        pageSize: Int = 30,
        textMatches: Bool = false,
        at cursor: PageCursor? = nil
    ) async throws(SearchError) -> SearchPage<GitHubTopic> {
        var page: SearchPage<GitHubTopic> = try await search(.topics, query, [:], pageSize, textMatches, at: cursor)
        // The API does not return the pages of topics.
        for index in page.items.indices {
            page.items[index].url = siteURL.appending(path: "topics/\(page.items[index].name)")
        }
        return page
    }

    /// Returns a page of matching labels of a repository.
    ///
    /// - Parameter repositoryID: The repository's ``/SeekModels/GitHubRepository/id``.
    public func searchLabels(
        _ query: some GitHubQueryConvertible,
        in repositoryID: Int64,
        sort: GitHubLabelSort? = nil,
        order: GitHubOrder? = nil,
        pageSize: Int = 30,
        textMatches: Bool = false,
        at cursor: PageCursor? = nil
    ) async throws(SearchError) -> SearchPage<GitHubLabel> {
        var parameters: QueryParameters = ["repository_id": String(repositoryID)]
        parameters.items += Self.parameters(sort, order).items
        return try await search(.labels, query, parameters, pageSize, textMatches, at: cursor)
    }

    /// Returns the parameters of an order, which GitHub ignores without a sort.
    static func parameters(_ sort: (some RawRepresentable<String>)?, _ order: GitHubOrder?) -> QueryParameters {
        ["sort": sort?.rawValue, "order": sort == nil ? nil : order?.rawValue]
    }
}
