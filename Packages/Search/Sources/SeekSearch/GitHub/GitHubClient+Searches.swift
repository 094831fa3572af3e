public import SeekModels
import SeekNetworking

/// The seven searches. Of each at most 1,000 results can be paged; pages are linked, and one that GitHub ran out of time for
/// says so (``SearchPage/isIncomplete``). What ``GitHubQuery/diagnostics(for:)`` calls an error is not sent.
extension GitHubClient {
    /// One page of the repositories that match.
    ///
    /// - Parameters:
    ///   - query: what to look for; a literal text is a query.
    ///   - sort: what is sorted by; nil is the best match.
    ///   - order: in which direction.
    ///   - pageSize: 1...100.
    ///   - textMatches: whether results tell where the text stands in them.
    ///   - cursor: which page; nil is the first.
    public func searchRepositories(
        _ query: GitHubQuery,
        sort: GitHubRepositorySort? = nil,
        order: GitHubOrder? = nil,
        pageSize: Int = 30,
        textMatches: Bool = false,
        at cursor: PageCursor? = nil
    ) async throws(SearchError) -> SearchPage<GitHubRepository> {
        let options = GitHubPageOptions(pageSize: pageSize, textMatches: textMatches)
        let parameters = Self.parameters(sort, order)
        return try await search(.repositories, of: GitHubRepository.self, query, parameters, options, at: cursor)
    }

    /// One page of the users and organisations that match.
    public func searchUsers(
        _ query: GitHubQuery,
        sort: GitHubUserSort? = nil,
        order: GitHubOrder? = nil,
        options: GitHubPageOptions = GitHubPageOptions(),
        at cursor: PageCursor? = nil
    ) async throws(SearchError) -> SearchPage<GitHubUser> {
        try await search(.users, of: GitHubUser.self, query, Self.parameters(sort, order), options, at: cursor)
    }

    /// One page of the files that match. Needs a token; GitHub answers 10 such searches a minute.
    public func searchCode(
        _ query: GitHubQuery,
        options: GitHubPageOptions = GitHubPageOptions(),
        at cursor: PageCursor? = nil
    ) async throws(SearchError) -> SearchPage<GitHubCode> {
        try await search(.code, of: GitHubCode.self, query, [:], options, at: cursor)
    }

    /// One page of the commits that match.
    public func searchCommits(
        _ query: GitHubQuery,
        sort: GitHubCommitSort? = nil,
        order: GitHubOrder? = nil,
        options: GitHubPageOptions = GitHubPageOptions(),
        at cursor: PageCursor? = nil
    ) async throws(SearchError) -> SearchPage<GitHubCommit> {
        try await search(.commits, of: GitHubCommit.self, query, Self.parameters(sort, order), options, at: cursor)
    }

    /// One page of the topics that match.
    public func searchTopics(
        _ query: GitHubQuery,
        options: GitHubPageOptions = GitHubPageOptions(),
        at cursor: PageCursor? = nil
    ) async throws(SearchError) -> SearchPage<GitHubTopic> {
        try await search(.topics, of: GitHubTopic.self, query, [:], options, at: cursor)
    }

    /// One page of a repository's labels that match.
    ///
    /// - Parameter repositoryID: the repository, as ``SeekModels/GitHubRepository/id``.
    public func searchLabels(
        _ query: GitHubQuery,
        in repositoryID: Int64,
        sort: GitHubLabelSort? = nil,
        order: GitHubOrder? = nil,
        options: GitHubPageOptions = GitHubPageOptions(),
        at cursor: PageCursor? = nil
    ) async throws(SearchError) -> SearchPage<GitHubLabel> {
        var parameters: QueryParameters = ["repository_id": String(repositoryID)]
        parameters.items += Self.parameters(sort, order).items
        return try await search(.labels, of: GitHubLabel.self, query, parameters, options, at: cursor)
    }

    static func parameters(_ sort: (some RawRepresentable<String>)?, _ order: GitHubOrder?) -> QueryParameters {
        ["sort": sort?.rawValue, "order": order?.rawValue]
    }
}

/// How a page of GitHub's results is to be.
public struct GitHubPageOptions: Sendable, Hashable {
    /// How many results it has: 1...100.
    public var pageSize: Int
    /// Whether results tell where the search text stands in them.
    public var textMatches: Bool

    /// Makes options.
    public init(pageSize: Int = 30, textMatches: Bool = false) {
        self.pageSize = pageSize
        self.textMatches = textMatches
    }

    func checkedSize() throws(SearchError) -> String {
        try QueryText.checked(pageSize: pageSize, limit: GitHubClient.maximumPageSize)
    }
}
