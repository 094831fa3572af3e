import Seek

extension CommandTable {
    static let gitHubCommands: [CommandSpec] = [
        CommandSpec(
            action: .repos,
            aliases: ["repositories"],
            summary: "Search GitHub for repositories",
            arguments: [text(or: repositoryFilters)],
            options: repositoryFilters + sorting(by: GitHubRepositorySort.self) + [.all]
                + OptionSpec.sinceAndUntil + OptionSpec.search(of: ResultKind.repositories.fieldNames),
            details: [
                "No token is needed; a token in GH_TOKEN or GITHUB_TOKEN raises the limit from 10 to 30 searches per "
                    + "minute.", syntax, exhaustive,
            ],
            examples: [
                "repos tetris --language swift --stars '>=100'", "repos --owner swiftlang --topic swift --sort stars",
                "repos 'cli license:mit' --archived=false --limit 100", "repos -- tetris -topic:game",
                "repos tetris --all --since 2020-01-01 --wait --format ndjson",
            ]
        ),
        CommandSpec(
            action: .issues,
            summary: "Search GitHub for issues",
            arguments: [text(or: issueFilters)],
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
                    + "field lexicalFallbackReasons.", syntax, exhaustive,
            ],
            examples: [
                "issues deadlock --repo apple/swift-nio --state open", "issues crash --type all --sort updated",
                "issues 'app hangs when offline' --search-type semantic", "issues --assignee @me --label bug,crash",
            ]
        ),
        CommandSpec(
            action: .prs,
            aliases: ["pulls", "pull-requests"],
            summary: "Search GitHub for pull requests",
            arguments: [text(or: issueFilters + pullRequestFilters)],
            options: issueFilters + pullRequestFilters + issueOptions,
            details: [syntax, exhaustive],
            examples: [
                "prs crash --repo apple/swift-nio", "prs --author octocat --merged --sort created",
                "prs --review-requested @me --state open",
            ]
        ),
        CommandSpec(
            action: .commits,
            summary: "Search GitHub for commits",
            arguments: [text(or: commitFilters)],
            options: commitFilters + sorting(by: GitHubCommitSort.self)
                + OptionSpec.search(of: ResultKind.commits.fieldNames),
            details: [syntax],
            examples: [
                "commits 'fix deadlock' --repo apple/swift-nio",
                "commits --author octocat --author-date '>=2026-01-01'",
            ]
        ),
        CommandSpec(
            action: .users,
            summary: "Search GitHub for users and organizations",
            arguments: [text(or: userFilters)],
            options: userFilters + sorting(by: GitHubUserSort.self)
                + OptionSpec.search(of: ResultKind.users.fieldNames),
            details: [syntax],
            examples: ["users octocat", "users --location tokyo --followers '>=1000' --sort followers"]
        ),
        CommandSpec(
            action: .code,
            summary: "Search GitHub for code",
            arguments: [text(or: [])],
            options: codeFilters + OptionSpec.search(of: ResultKind.code.fieldNames),
            details: ["Needs a token; limited to 10 searches per minute.", syntax],
            examples: [
                "code withTaskGroup --language swift --repo apple/swift-nio", "code main --filename Package.swift",
            ]
        ),
        CommandSpec(
            action: .topics,
            summary: "Search GitHub for topics",
            arguments: [text(or: topicFilters)],
            options: topicFilters + OptionSpec.search(of: ResultKind.topics.fieldNames),
            details: [syntax],
            examples: ["topics swift --featured", "topics database --repositories '>=1000'"]
        ),
        CommandSpec(
            action: .labels,
            summary: "Search a GitHub repository for labels",
            arguments: [ArgumentSpec(placeholder: "TEXT", meaning: "The search text", count: .words)],
            options: [
                OptionSpec(
                    name: .repo,
                    short: "R",
                    value: .required("OWNER/NAME"),
                    check: .repository,
                    acceptsOneValue: true,
                    meaning: "The repository (required)"
                )
            ] + sorting(by: GitHubLabelSort.self).map(\.withoutWeb)
                + OptionSpec.search(of: ResultKind.labels(of: "", at: "").fieldNames),
            details: ["Looking up the repository's ID takes one more search, unless it is in the cache."],
            examples: ["labels bug --repo octocat/Hello-World"]
        ),
        CommandSpec(
            action: .user,
            summary: "List the repositories of a GitHub user or organization",
            arguments: [ArgumentSpec(placeholder: "USER", meaning: "The login, such as octocat")],
            options: [
                OptionSpec.choice(.sort, GitHubRepositoryListSort.self, "Sort order").withoutWeb,
                OptionSpec.choice(.order, GitHubOrder.self, "Sort direction").withoutWeb,
            ] + OptionSpec.search(of: ResultKind.repositories.fieldNames),
            examples: ["user octocat", "user swiftlang --limit 200 --json name,stars"]
        ),
    ]

    /// Returns the argument for the search text, which may be omitted if one of the filters is given.
    private static func text(or filters: [OptionSpec]) -> ArgumentSpec {
        ArgumentSpec(
            placeholder: "TEXT",
            meaning: "Words (at most 256 characters) and qualifiers of GitHub's search syntax",
            count: .words,
            optionalWith: filters.map(\.name)
        )
    }

    private static let syntax =
        "Filter flags add qualifiers to TEXT. NUMBER is a number or a range: 100, '>=100', 10..50. DATE is a date or "
        + "a range: 2026-01-31, '>=2026-01-31', 2026-01-01..2026-01-31. The elements of a list are separated by "
        + "commas, and a flag with a list can be repeated. To exclude results, put -- before TEXT: -- crash -label:bug."

    private static let exhaustive =
        "GitHub returns at most 1,000 results per search. --all divides the search into windows of creation time, and "
        + "prints the estimated cost after the first page; --dry-run prints it if that page is in the cache. A search "
        + "that stops, for example at --budget, reports how to resume it."

    private static func sorting<Sort: CommandLineChoice>(by type: Sort.Type) -> [OptionSpec] {
        var order = OptionSpec.choice(.order, GitHubOrder.self, "Sort direction")
        order.requires = .sort
        return [.choice(.sort, type, "Sort order (default: best match)"), order]
    }

    private static let issueOptions =
        sorting(by: GitHubIssueSort.self)
        + [OptionSpec(name: .advanced, meaning: "Interpret AND, OR and parentheses in TEXT as operators").withoutWeb]
        + [.all] + OptionSpec.sinceAndUntil + OptionSpec.search(of: ResultKind.foundIssues(.issues).fieldNames)
}
