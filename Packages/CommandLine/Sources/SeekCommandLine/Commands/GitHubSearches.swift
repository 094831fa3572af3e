import Seek
import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Creates GitHub searches from an invocation.
enum GitHubSearches {
    static func repositories(_ invocation: Invocation) -> SearchPlan<GitHubRepository> {
        let query = query(invocation)
        let sort = invocation.values[.sort].flatMap(GitHubRepositorySort.init)
        let order = order(invocation)
        return plan("repositories", query) { gitHub, cursor throws(SearchError) in
            try await gitHub.searchRepositories(query, sort: sort, order: order, pageSize: pageSize, at: cursor)
        }
    }

    /// Returns the scope of an issue search. The command `prs` overrides `--type`, which overrides the `is:` qualifier.
    static func scope(_ invocation: Invocation) -> GitHubIssueScope {
        if invocation.command.action == .prs { return .pullRequests }
        switch invocation.values[.type] {
        case "issue": return .issues
        case "pr": return .pullRequests
        case "all": return .all
        default:
            return switch query(invocation).issueScope() {
            case .all: .issues
            case let scope?: scope
            // The qualifiers contradict each other; the search throws an error.
            case nil: .all
            }
        }
    }

    static func issues(_ invocation: Invocation) -> SearchPlan<FoundIssue> {
        var query = query(invocation)
        if let state = invocation.values[.state] { query = query.with(.state(state)) }
        let scope = scope(invocation)
        let sort = invocation.values[.sort].flatMap(GitHubIssueSort.init)
        let order = order(invocation)
        let searchType = invocation.values[.searchType].map(GitHubSearchType.init)
        let isAdvanced = invocation.has(.advanced)
        let site = scope == .pullRequests ? "pullrequests" : "issues"
        var plan = plan(site, query) { [query] gitHub, cursor throws(SearchError) in
            let page = try await gitHub.searchIssues(
                query,
                scope: scope,
                sort: sort,
                order: order,
                searchType: searchType,
                usesAdvancedSyntax: isAdvanced,
                pageSize: pageSize,
                at: cursor
            )
            return page.map { FoundIssue(issue: $0, in: page) }
        }
        if query.issueScope(within: scope) == .all {
            plan.calls = { 2 * $0 }
        } else if let searchType, searchType != .lexical {
            plan.calls = { _ in 1 }
        }
        return plan
    }

    static func users(_ invocation: Invocation) -> SearchPlan<GitHubUser> {
        let query = query(invocation)
        let sort = invocation.values[.sort].flatMap(GitHubUserSort.init)
        let order = order(invocation)
        return plan("users", query) { gitHub, cursor throws(SearchError) in
            try await gitHub.searchUsers(query, sort: sort, order: order, pageSize: pageSize, at: cursor)
        }
    }

    static func code(_ invocation: Invocation) -> SearchPlan<GitHubCode> {
        let query = query(invocation)
        return plan("code", query) { gitHub, cursor throws(SearchError) in
            try await gitHub.searchCode(query, pageSize: pageSize, textMatches: true, at: cursor)
        }
    }

    /// Lists the repositories of a user or an organization.
    static func user(_ invocation: Invocation) -> SearchPlan<GitHubRepository> {
        let user = invocation.argument
        let sort = invocation.values[.sort].flatMap(GitHubRepositoryListSort.init)
        let order = order(invocation)
        return SearchPlan(
            pages: { seek, cursor in
                seek.gitHub.repositories(of: user, sort: sort, direction: order, pageSize: pageSize, from: cursor)
            },
            site: OpenTarget.isName(user) ? URL(string: "https://github.com/\(user)") : nil
        )
    }

    private static let pageSize = GitHubClient.maximumPageSize

    private static func order(_ invocation: Invocation) -> GitHubOrder? {
        invocation.values[.order].flatMap(GitHubOrder.init)
    }

    /// Returns the search text with the qualifiers for `--language` and `--repo`.
    private static func query(_ invocation: Invocation) -> GitHubQuery {
        var query = GitHubQuery(invocation.argument)
        if let language = invocation.values[.language] { query = query.with(.language(language)) }
        if let repository = invocation.values[.repo] { query = query.with(.repository(repository)) }
        return query
    }

    private static func plan<Item: Sendable>(
        _ type: String,
        _ query: GitHubQuery,
        _ page: @escaping @Sendable (GitHubClient, PageCursor?) async throws(SearchError) -> SearchPage<Item>
    ) -> SearchPlan<Item> {
        let parameters = QueryParameters([
            .init(name: "q", value: query.description), .init(name: "type", value: type),
        ])
        return SearchPlan(
            pages: { seek, cursor in
                pages(from: cursor) { cursor throws(SearchError) in try await page(seek.gitHub, cursor) }
            },
            site: URL(string: "https://github.com/search?\(parameters.encoded)")
        )
    }

    private static func pages<Item: Sendable>(
        from cursor: PageCursor?,
        _ page: @escaping @Sendable (PageCursor?) async throws(SearchError) -> SearchPage<Item>
    ) -> PageSequence<SearchPage<Item>, PageCursor, SearchError> {
        PageSequence(from: cursor) { cursor throws(SearchError) in
            let page = try await page(cursor)
            return (page, page.next)
        }
    }
}
