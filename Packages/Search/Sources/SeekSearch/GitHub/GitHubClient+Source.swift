public import SeekBasics
public import SeekModels

/// One of GitHub's searches with its order, for ``GitHubClient/source(_:qualifiers:over:pageSize:name:displayName:)``.
/// The search determines the type of the results. A nil sort is by best match, and a nil order is descending.
public struct GitHubSearch<Item: SearchHitConvertible & Identifiable>: Sendable {
    typealias Fetch =
        @Sendable (GitHubClient, GitHubQuery, Int, PageCursor?) async throws(SearchError)
        -> SearchPage<Item>

    let kind: GitHubSearchKind
    /// The kind of the results, which determines the name of the source.
    let hitKind: SearchHit.Kind
    /// The parameters other than the query, by which a cursor of another search is recognized.
    let parameters: [String?]
    /// Returns the qualifier that limits results to a range of dates; nil if GitHub cannot search them by date.
    var dateQualifier: (@Sendable (GitHubRange<Date>) -> GitHubQualifier)? = { .created($0) }
    let fetch: Fetch
}

extension GitHubSearch<GitHubRepository> {
    /// Repositories.
    public static func repositories(sort: GitHubRepositorySort? = nil, order: GitHubOrder? = nil) -> Self {
        Self(kind: .repositories, hitKind: .repository, parameters: [sort?.rawValue, order?.rawValue]) {
            client,
            query,
            size,
            cursor throws(SearchError) in
            try await client.searchRepositories(query, sort: sort, order: order, pageSize: size, at: cursor)
        }
    }
}

extension GitHubSearch<GitHubIssue> {
    /// Issues and pull requests.
    ///
    /// - Parameters:
    ///   - scope: Issues, pull requests, or both, which takes two requests per page. Such a page may have up to twice as
    ///     many results.
    ///   - usesAdvancedSyntax: Whether the text has the advanced syntax, as in `searchIssues`.
    public static func issues(
        _ scope: GitHubIssueScope = .all,
        sort: GitHubIssueSort? = nil,
        order: GitHubOrder? = nil,
        usesAdvancedSyntax: Bool = false
    ) -> Self {
        Self(
            kind: .issues,
            hitKind: scope == .pullRequests ? .pullRequest : .issue,
            parameters: [scope.rawValue, sort?.rawValue, order?.rawValue, "\(usesAdvancedSyntax)"]
        ) { client, query, size, cursor throws(SearchError) in
            try await client.searchIssues(
                query,
                scope: scope,
                sort: sort,
                order: order,
                usesAdvancedSyntax: usesAdvancedSyntax,
                pageSize: size,
                at: cursor
            )
        }
    }
}

extension GitHubSearch<GitHubUser> {
    /// Users and organizations.
    public static func users(sort: GitHubUserSort? = nil, order: GitHubOrder? = nil) -> Self {
        Self(kind: .users, hitKind: .user, parameters: [sort?.rawValue, order?.rawValue]) {
            client,
            query,
            size,
            cursor throws(SearchError) in
            try await client.searchUsers(query, sort: sort, order: order, pageSize: size, at: cursor)
        }
    }
}

extension GitHubSearch<GitHubCode> {
    /// Files, with the matching fragments. GitHub cannot search files by date.
    public static func code() -> Self {
        Self(kind: .code, hitKind: .code, parameters: [], dateQualifier: nil) {
            client,
            query,
            size,
            cursor throws(SearchError) in
            try await client.searchCode(query, pageSize: size, textMatches: true, at: cursor)
        }
    }
}

extension GitHubSearch<GitHubCommit> {
    /// Commits.
    public static func commits(sort: GitHubCommitSort? = nil, order: GitHubOrder? = nil) -> Self {
        Self(
            kind: .commits,
            hitKind: .commit,
            parameters: [sort?.rawValue, order?.rawValue],
            dateQualifier: { .committerDate($0) }
        ) { client, query, size, cursor throws(SearchError) in
            try await client.searchCommits(query, sort: sort, order: order, pageSize: size, at: cursor)
        }
    }
}

extension GitHubSearch<GitHubTopic> {
    /// Topics.
    public static func topics() -> Self {
        Self(kind: .topics, hitKind: .topic, parameters: []) { client, query, size, cursor throws(SearchError) in
            try await client.searchTopics(query, pageSize: size, at: cursor)
        }
    }
}

extension GitHubClient {
    /// Returns a source of the results of a search.
    ///
    /// ```swift
    /// let repositories = gitHub.source(.repositories(sort: .stars), qualifiers: [.language("swift")])
    /// let users = gitHub.source(.users(sort: .followers))
    /// ```
    ///
    /// - Parameters:
    ///   - search: The search.
    ///   - qualifiers: Qualifiers that are added to the text. A source of code with a date throws
    ///     ``SearchError/invalidQuery(_:)``.
    ///   - span: A span of creation dates or, for commits, of commit dates, whose results are all returned, even if there
    ///     are more than ``maximumResults``: each request is limited to a window of the span, with pages of the maximum
    ///     size. The text must not have a qualifier of its own for these dates. See ``SearchPage/estimatedPages`` for the
    ///     cost. A stored cursor continues the windows of the span with which its search started.
    ///   - pageSize: The number of results per request: 1...100. Every page costs a call, whatever its size.
    ///   - name: The source's name; by default `github` for repositories, and `github-issues`, `github-pull-requests`,
    ///     `github-users`, `github-code`, `github-commits` or `github-topics`.
    ///   - displayName: The source's user-facing name; by default `name` or, without it, `GitHub` for repositories,
    ///     `GitHub issues` and so on.
    public func source<Item>(
        _ search: GitHubSearch<Item>,
        qualifiers: [GitHubQualifier] = [],
        over span: Range<Date>? = nil,
        pageSize: Int = 30,
        name: String? = nil,
        displayName: String? = nil
    ) -> some SearchSource<Item> {
        let windows = span.map {
            WindowedSearch(
                span: TimeWindow($0),
                rules: .init(cap: Self.maximumResults, pageSize: Self.maximumPageSize, minimumSeconds: 1)
            )
        }
        return ClientSource(
            name: name ?? search.hitKind.sourceName,
            displayName: displayName ?? name ?? search.hitKind.sourceDisplayName,
            client: self,
            hasQualifier: search.kind.hasQualifier
        ) { client, text, cursor throws(SearchError) in
            let query = qualifiers.reduce(GitHubQuery(text)) { $0.with($1) }
            let dateQualifier = search.dateQualifier
            if dateQualifier == nil, windows != nil || qualifiers.contains(where: \.isDate) {
                throw .codeByDate
            }
            guard let windows, let dateQualifier else {
                return try await search.fetch(client, query, pageSize, cursor)
            }
            // With the qualifier added, an empty query would be valid and match everything.
            _ = try QueryText.checked(query.description, limit: .max)
            let key = ([search.hitKind.rawValue] + search.parameters + [query.description]).map { $0 ?? "" }
                .joined(separator: "\n")
            return try await windows.page(of: key, at: cursor) { window, cursor throws(SearchError) in
                // GitHub's ranges include both ends.
                let query = query.with(dateQualifier(.between(window.start, window.end - 1)))
                return try await search.fetch(client, query, Self.maximumPageSize, cursor)
            }
        }
    }
}

extension GitHubQualifier {
    fileprivate var isDate: Bool { ["created", "pushed", "updated", "committer-date", "author-date"].contains(name) }
}
