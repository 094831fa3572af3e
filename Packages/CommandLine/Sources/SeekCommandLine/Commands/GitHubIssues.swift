import Seek
import SeekBasics
import SeekNetworking

extension Command {
    static let issues = Command(
        path: ["issues"],
        summary: "Search GitHub for issues",
        arguments: [.text(or: issueFilters)],
        options: [
            OptionSpec(
                name: .type,
                value: .required("TYPE"),
                check: .choice(["issue", "pr", "all"]),
                meaning: "Type of results (default: the is: or type: qualifier in TEXT, otherwise issues)"
            ),
            OptionSpec(
                name: .includePRs,
                conflicts: [.type, .web],
                meaning: "Include pull requests, as --type all does"
            ),
            OptionSpec.choice(
                .searchType,
                ["lexical", "semantic", "hybrid"],
                "Match by words (default), by meaning, or both"
            ).withoutWeb,
        ] + issueFilters + issueOptions,
        details: [
            "GitHub searches either issues or pull requests. --type all sends two requests per page and merges "
                + "the results by --sort; without --sort they alternate.",
            "Semantic and hybrid searches need a token, find issues only, return one page and are limited to 10 "
                + "per minute. If GitHub matches by words instead, a warning gives the reason, as does the JSON "
                + "field lexicalFallbackReasons.", GitHubSearches.syntax, GitHubSearches.exhaustive,
        ],
        examples: [
            "issues deadlock --repo apple/swift-nio --state open", "issues crash --type all --sort updated",
            "issues 'app hangs when offline' --search-type semantic", "issues --assignee @me --label bug,crash",
        ]
    ) { invocation, settings throws(UsageError) in
        let scope = GitHubSearches.scope(invocation)
        let plan = try GitHubSearches.issues(invocation, scope)
        return try await SearchCommand(.foundIssues(scope), plan, invocation, settings).run()
    }

    static let prs = Command(
        path: ["prs"],
        aliases: ["pulls", "pull-requests"],
        summary: "Search GitHub for pull requests",
        arguments: [.text(or: issueFilters + pullRequestFilters)],
        options: issueFilters + pullRequestFilters + issueOptions,
        details: [GitHubSearches.syntax, GitHubSearches.exhaustive],
        examples: [
            "prs crash --repo apple/swift-nio", "prs --author octocat --merged --sort created",
            "prs --review-requested @me --state open",
        ]
    ) { invocation, settings throws(UsageError) in
        let plan = try GitHubSearches.issues(invocation, .pullRequests)
        return try await SearchCommand(.foundIssues(.pullRequests), plan, invocation, settings).run()
    }

    private static let issueOptions =
        OptionSpec.sorting(by: GitHubIssueSort.self)
        + [OptionSpec(name: .advanced, meaning: "Interpret AND, OR and parentheses in TEXT as operators").withoutWeb]
        + [.all] + OptionSpec.sinceAndUntil + OptionSpec.search(of: ResultKind.foundIssues(.issues).fieldNames)

    private static let issueFilters: [OptionSpec] = [
        .repo, .owner,
        .qualifier(.state, ["open", "closed"], "Filter by state"),
        .qualifiers(.label, "LABELS", "Filter by labels"),
        .qualifier(.author, "USER", "Filter by author", check: .oneName),
        OptionSpec.value(.app, "NAME", "Filter by GitHub App author").adding { [.author("app/\($0)")] },
        .qualifier(.assignee, "USER", "Filter by assignee", check: .oneName),
        .qualifier(.mentions, "USER", "Filter by mentioned user", check: .oneName),
        .qualifier(.commenter, "USER", "Filter by commenter", check: .oneName),
        .qualifier(.involves, "USER", "Filter by author, assignee, commenter or mentioned user", check: .oneName),
        .qualifier(
            .teamMentions,
            "ORGANIZATION/TEAM",
            "Filter by mentioned team",
            check: .repository,
            qualifier: "team"
        ),
        .qualifier(.milestone, "TITLE", "Filter by milestone"),
        .qualifier(.project, "OWNER/NUMBER", "Filter by project"),
        .qualifier(.language, "NAME", "Filter by repository language", check: .oneName),
        .dates(.created, "Filter by creation date"), .dates(.updated, "Filter by date of the last update"),
        .dates(.closed, "Filter by closing date"),
        .numbers(.comments, "Filter by number of comments"), .numbers(.reactions, "Filter by number of reactions"),
        .numbers(.interactions, "Filter by number of comments and reactions"),
        .toggle(.locked, "Filter by locked conversation status", on: .is("locked"), off: .is("unlocked")),
        .qualifier(.noAssignee, "Only results without an assignee", qualifier: GitHubQualifier("no", "assignee")),
        .qualifier(.noLabel, "Only results without a label", qualifier: GitHubQualifier("no", "label")),
        .qualifier(.noMilestone, "Only results without a milestone", qualifier: GitHubQualifier("no", "milestone")),
        .qualifier(.noProject, "Only results without a project", qualifier: GitHubQualifier("no", "project")),
        .archived, .visibility, .match("title", "body", "comments"),
    ]

    private static let pullRequestFilters: [OptionSpec] = [
        .toggle(.merged, "Filter by merged state", on: .is("merged"), off: .is("unmerged")),
        .dates(.mergedAt, "Filter by merge date", qualifier: "merged"),
        .toggle(.draft, "Filter by draft state"),
        .qualifier(.base, "BRANCH", "Filter by base branch", short: "B"),
        .qualifier(.head, "BRANCH", "Filter by head branch", short: "H"),
        .qualifier(.checks, ["pending", "success", "failure"], "Filter by status of checks", qualifier: "status"),
        .qualifier(.review, ["none", "required", "approved", "changes_requested"], "Filter by review"),
        .qualifier(.reviewRequested, "USER", "Filter by requested reviewer", check: .oneName),
        .qualifier(.reviewedBy, "USER", "Filter by reviewer", check: .oneName),
    ]
}

extension GitHubSearches {
    /// 1990-01-01. Issues that were imported from other trackers retain their dates, which can precede GitHub.
    private static let earliestIssue = Date(timeIntervalSince1970: 631_152_000)

    /// Returns the scope of `seek issues`: that of `--include-prs` or `--type`, otherwise that of the `is:` and `type:`
    /// qualifiers; by default, issues.
    fileprivate static func scope(_ invocation: Invocation) -> GitHubIssueScope {
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

    fileprivate static func issues(
        _ invocation: Invocation,
        _ scope: GitHubIssueScope
    ) throws(UsageError) -> SearchPlan<FoundIssue> {
        let query = query(invocation)
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
}
