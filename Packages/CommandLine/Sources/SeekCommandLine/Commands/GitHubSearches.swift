import Seek
import SeekBasics
import SeekNetworking

/// What the commands that search GitHub have in common.
enum GitHubSearches {
    static let syntax =
        "Filter flags add qualifiers to TEXT. NUMBER is a number or a range: 100, '>=100', 10..50. DATE is a day, a "
        + "month, a year or a range: 2026-01-31, 2026-01, 2026, '>=2026-01-31', 2026-01..2026-03; 7d is the last seven "
        + "days, '<7d' is before them (units: s, m, h, d, w). The elements of a list are separated by commas, and a "
        + "flag with a list can be repeated. To exclude results, put -- before TEXT: -- crash -label:bug."

    static let exhaustive =
        "GitHub returns at most 1,000 results per search. --all divides the search into windows of creation time, and "
        + "prints the estimated cost after the first page; --dry-run prints it if that page is in the cache. A search "
        + "that stops, for example at --budget, reports how to resume it."

    static let pageSize = GitHubClient.maximumPageSize

    static func order(_ invocation: Invocation) -> GitHubOrder? { invocation.choice(.order) }

    static func query(_ invocation: Invocation) -> GitHubQuery {
        qualifiers(invocation).reduce(GitHubQuery(invocation.argument)) { $0.with($1) }
    }

    static func qualifiers(_ invocation: Invocation) -> [GitHubQualifier] {
        invocation.command.options.flatMap { option in
            option.qualifiers.map { qualifiers in
                invocation.allValues(of: option).flatMap { qualifiers($0, invocation.now) }
            } ?? []
        }
    }

    static func plan<Item: Sendable>(
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

    static func pages<Item: Sendable>(
        from cursor: PageCursor?,
        _ page: @escaping @Sendable (PageCursor?) async throws(SearchError) -> SearchPage<Item>
    ) -> PageSequence<SearchPage<Item>, PageCursor, SearchError> {
        PageSequence(from: cursor) { cursor throws(SearchError) in
            let page = try await page(cursor)
            return (page, page.next)
        }
    }
}

/// Filters that several commands have. As the other filters of GitHub searches, they have the same name as in
/// `gh search`, and take a list if they take one in `gh`.
extension OptionSpec {
    static let language = qualifier(.language, "NAME", "Filter by programming language", check: .oneName)
    static let owner = qualifiers(
        .owner,
        "USERS",
        "Filter by owning users or organizations",
        qualifier: "user"
    )
    static let repo = qualifiers(
        .repo,
        "OWNER/NAME",
        "Filter by repositories",
        short: "R",
        check: .repository
    )
    static let archived = toggle(.archived, "Filter by repository archived state")
    static let visibility = qualifiers(
        .visibility,
        "KINDS",
        "Filter by repository visibility",
        check: .list(["public", "private", "internal"]),
        qualifier: "is"
    )

    static func match(_ fields: String...) -> OptionSpec {
        .qualifiers(.match, "FIELDS", "Only search these fields", check: .list(fields), qualifier: "in")
    }

    static func sorting<Sort: CommandLineChoice>(by type: Sort.Type) -> [OptionSpec] {
        var order = choice(.order, GitHubOrder.self, "Sort direction")
        order.requires = .sort
        return [.choice(.sort, type, "Sort order (default: best match)"), order]
    }
}

extension ArgumentSpec {
    /// Returns the argument for the search text, which may be omitted if one of the filters is given.
    static func text(or filters: [OptionSpec]) -> ArgumentSpec {
        ArgumentSpec(
            placeholder: "TEXT",
            meaning: "Words (at most 256 characters) and qualifiers of GitHub's search syntax",
            count: .words,
            optionalWith: filters.map(\.name)
        )
    }
}
