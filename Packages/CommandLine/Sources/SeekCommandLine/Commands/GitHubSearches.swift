import Seek
import SeekBasics
import SeekNetworking

enum GitHubSearches {
    static func repositories(_ invocation: Invocation) -> SearchPlan<GitHubRepository> {
        let (sort, order) = (invocation.choice(.sort, GitHubRepositorySort.self), order(invocation))
        var plan = plan("repositories", invocation) { gitHub, query, cursor throws(SearchError) in
            try await gitHub.searchRepositories(query, sort: sort, order: order, pageSize: pageSize, at: cursor)
        }
        plan.exhaustive = ExhaustiveSearch(earliest: earliest) { session, span in
            let source = session.seek.gitHub.source(.repositories(), qualifiers: qualifiers(invocation), over: span)
            return { cursor throws(SearchError) in try await source.page(for: invocation.argument, at: cursor) }
        }
        return plan
    }

    /// 2007-10-20, shortly before GitHub's first repository was created.
    private static let earliest = Date(timeIntervalSince1970: 1_192_838_400)

    /// 1990-01-01. Issues that were imported from other trackers retain their dates, which can precede GitHub.
    private static let earliestIssue = Date(timeIntervalSince1970: 631_152_000)

    /// Returns the scope of an issue search: pull requests for the command `prs`, otherwise the scope of
    /// `--include-prs` or `--type`, otherwise that of the `is:` and `type:` qualifiers; by default, issues.
    static func scope(_ invocation: Invocation) -> GitHubIssueScope {
        if invocation.command.action == .prs { return .pullRequests }
        if invocation.has(.includePRs) { return .all }
        switch invocation.values[.type] {
        case "issue": return .issues
        case "pr": return .pullRequests
        case "all": return .all
        default:
            return switch query(invocation).issueScope() {
            // No qualifier selects issues or pull requests.
            case .all: .issues
            case let scope?: scope
            // The qualifiers contradict each other; the search throws an error.
            case nil: .all
            }
        }
    }

    static func issues(_ invocation: Invocation) throws(UsageError) -> SearchPlan<FoundIssue> {
        let query = query(invocation)
        let scope = scope(invocation)
        let (sort, order) = (invocation.choice(.sort, GitHubIssueSort.self), order(invocation))
        let searchType = invocation.values[.searchType].map(GitHubSearchType.init)
        let isAdvanced = invocation.has(.advanced)
        if scope == .all, invocation.has(.web) {
            throw UsageError("GitHub's site searches issues or pull requests; choose --type issue or --type pr")
        }
        var plan = plan(siteType(of: scope), invocation) { gitHub, query, cursor throws(SearchError) in
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
        plan.exhaustive = ExhaustiveSearch(earliest: earliestIssue) { session, span in
            let source = session.seek.gitHub.source(
                .issues(scope, usesAdvancedSyntax: isAdvanced),
                qualifiers: qualifiers(invocation),
                over: span
            )
            return { cursor throws(SearchError) in
                let page = try await source.page(for: invocation.argument, at: cursor)
                return page.map { FoundIssue(issue: $0, in: page) }
            }
        }
        if query.issueScope(within: scope) == .all {
            // Issues and pull requests are searched separately.
            plan.calls = { 2 * $0 }
        } else if let searchType, searchType != .lexical {
            // Semantic and hybrid searches have a single page.
            plan.calls = { _ in 1 }
            plan.quota = "semantic_search"
        }
        return plan
    }

    static func users(_ invocation: Invocation) -> SearchPlan<GitHubUser> {
        let (sort, order) = (invocation.choice(.sort, GitHubUserSort.self), order(invocation))
        return plan("users", invocation) { gitHub, query, cursor throws(SearchError) in
            try await gitHub.searchUsers(query, sort: sort, order: order, pageSize: pageSize, at: cursor)
        }
    }

    static func code(_ invocation: Invocation) -> SearchPlan<GitHubCode> {
        var plan = plan("code", invocation) { gitHub, query, cursor throws(SearchError) in
            try await gitHub.searchCode(query, pageSize: pageSize, textMatches: true, at: cursor)
        }
        plan.quota = "code_search"
        plan.requiresToken = true
        return plan
    }

    static func commits(_ invocation: Invocation) -> SearchPlan<GitHubCommit> {
        let (sort, order) = (invocation.choice(.sort, GitHubCommitSort.self), order(invocation))
        return plan("commits", invocation) { gitHub, query, cursor throws(SearchError) in
            try await gitHub.searchCommits(query, sort: sort, order: order, pageSize: pageSize, at: cursor)
        }
    }

    static func topics(_ invocation: Invocation) -> SearchPlan<GitHubTopic> {
        return plan("topics", invocation) { gitHub, query, cursor throws(SearchError) in
            try await gitHub.searchTopics(query, pageSize: pageSize, at: cursor)
        }
    }

    static func repository(_ invocation: Invocation) throws(UsageError) -> String {
        guard let name = invocation.values[.repo] else {
            throw UsageError("missing --repo OWNER/NAME; usage: \(invocation.command.usage)")
        }
        return name
    }

    /// Returns a search for labels of a repository. It needs the repository's numeric ID, which a search for the
    /// repository's name returns.
    static func labels(_ invocation: Invocation) throws(UsageError) -> SearchPlan<GitHubLabel> {
        let repository = try repository(invocation)
        let text = invocation.argument
        let (sort, order) = (invocation.choice(.sort, GitHubLabelSort.self), order(invocation))
        let parameters = QueryParameters([.init(name: "q", value: text)])
        return SearchPlan(
            pages: { session, cursor throws(SearchError) in
                let query = GitHubQuery().with(.repository(repository), .includingForks)
                let gitHub = session.seek.gitHub
                let repositories = try await gitHub.searchRepositories(query, pageSize: 1)
                guard let id = repositories.items.first?.id else {
                    throw .notFound(.gitHub, "repository '\(repository)'")
                }
                session.reportLookup(of: "repository \(repository)", repositories.provenance, unit: "call", invocation)
                return pages(from: cursor) { cursor throws(SearchError) in
                    try await gitHub.searchLabels(
                        text,
                        in: id,
                        sort: sort,
                        order: order,
                        pageSize: pageSize,
                        at: cursor
                    )
                }
            },
            site: URL(string: "https://github.com/\(repository)/labels?\(parameters.encoded)"),
            lookupQuota: "search"
        )
    }

    /// Lists the repositories of a user or an organization.
    static func user(_ invocation: Invocation) throws(UsageError) -> SearchPlan<GitHubRepository> {
        let user = invocation.argument
        guard !user.contains(where: "@:/".contains) else {
            throw UsageError(
                "'\(SafeText.line(user))' is not a login; enter one such as octocat, or for your repositories run: "
                    + "seek repos --owner @me"
            )
        }
        let (sort, order) = (invocation.choice(.sort, GitHubRepositoryListSort.self), order(invocation))
        return SearchPlan(
            pages: { session, cursor in
                session.seek.gitHub.repositories(
                    of: user,
                    sort: sort,
                    direction: order,
                    pageSize: pageSize,
                    from: cursor
                )
            },
            site: OpenTarget.isName(user) ? URL(string: "https://github.com/\(user)") : nil,
            quota: "core"
        )
    }

    private static let pageSize = GitHubClient.maximumPageSize

    private static func order(_ invocation: Invocation) -> GitHubOrder? { invocation.choice(.order) }

    private static func query(_ invocation: Invocation) -> GitHubQuery {
        qualifiers(invocation).reduce(GitHubQuery(invocation.argument)) { $0.with($1) }
    }

    private static func qualifiers(_ invocation: Invocation) -> [GitHubQualifier] {
        invocation.command.options.flatMap { option in
            option.qualifiers.map { invocation.allValues(of: option).flatMap($0) } ?? []
        }
    }

    private static func plan<Item: Sendable>(
        _ type: String,
        _ invocation: Invocation,
        _ page:
            @escaping @Sendable (GitHubClient, GitHubQuery, PageCursor?) async throws(SearchError)
            -> SearchPage<Item>
    ) -> SearchPlan<Item> {
        let query = query(invocation)
        return SearchPlan(
            pages: { session, cursor in
                pages(from: cursor) { cursor throws(SearchError) in try await page(session.seek.gitHub, query, cursor) }
            },
            site: site(type, query, sort: invocation.values[.sort], order: invocation.values[.order]),
            warnings: query.diagnostics(for: GitHubSearchKind(rawValue: type) ?? .issues).filter {
                $0.severity == .warning
            }
        )
    }

    static func site(_ type: String, _ query: GitHubQuery, sort: String? = nil, order: String? = nil) -> URL? {
        let parameters: QueryParameters = ["q": query.description, "type": type, "s": sort, "o": order]
        return URL(string: "https://github.com/search?\(parameters.encoded)")
    }

    static func siteType(of scope: GitHubIssueScope) -> String { scope == .pullRequests ? "pullrequests" : "issues" }

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
