import Seek

extension CommandTable {
    /// The commands that search GitHub.
    static let gitHubCommands: [CommandSpec] = [
        CommandSpec(
            action: .repos,
            path: ["repos"],
            summary: "Search GitHub for repositories",
            arguments: [gitHubText],
            options: [
                language,
                .choice(.sort, GitHubRepositorySort.allCases.map(\.rawValue), sortMeaning),
                order,
            ] + OptionSpec.search(of: ResultKind.repositories.fieldNames),
            details: [
                "No token is needed; a token in GH_TOKEN or GITHUB_TOKEN raises the limit from 10 to 30 searches per "
                    + "minute."
            ],
            examples: ["repos tetris language:swift", "repos 'topic:search stars:>100' --sort stars --limit 100"]
        ),
        CommandSpec(
            action: .issues,
            path: ["issues"],
            summary: "Search GitHub for issues",
            arguments: [gitHubText],
            options: [
                OptionSpec(
                    name: .type,
                    value: .required("TYPE"),
                    check: .choice(["issue", "pr", "all"]),
                    meaning: "Type of results (default: the 'is:' qualifier in TEXT, otherwise issues)"
                ),
                OptionSpec(
                    name: .searchType,
                    value: .required("TYPE"),
                    check: .choice(["lexical", "semantic", "hybrid"]),
                    meaning: "Match by words (default), by meaning, or both"
                ),
            ] + issueOptions,
            details: [
                "GitHub searches either issues or pull requests. --type all sends two requests per page and merges "
                    + "the results by --sort; without --sort they alternate.",
                "Semantic and hybrid searches need a token, find issues only, return one page and are limited to 10 "
                    + "per minute. If GitHub matches by words instead, a warning gives the reason, as does the JSON "
                    + "field lexicalFallbackReasons.",
            ],
            examples: [
                "issues deadlock --repo apple/swift-nio --state open", "issues crash --type all --sort updated",
                "issues 'app hangs when offline' --search-type semantic",
            ]
        ),
        CommandSpec(
            action: .prs,
            path: ["prs"],
            summary: "Search GitHub for pull requests",
            arguments: [gitHubText],
            options: issueOptions,
            examples: ["prs 'is:merged author:octocat' --sort created", "prs crash --repo apple/swift-nio"]
        ),
        CommandSpec(
            action: .users,
            path: ["users"],
            summary: "Search GitHub for users and organizations",
            arguments: [gitHubText],
            options: [
                .choice(.sort, GitHubUserSort.allCases.map(\.rawValue), sortMeaning), order,
            ] + OptionSpec.search(of: ResultKind.users.fieldNames),
            examples: ["users octocat", "users location:tokyo --sort followers"]
        ),
        CommandSpec(
            action: .code,
            path: ["code"],
            summary: "Search GitHub for code",
            arguments: [gitHubText],
            options: [repo, language] + OptionSpec.search(of: ResultKind.code.fieldNames),
            details: ["Needs a token; limited to 10 searches per minute."],
            examples: ["code withTaskGroup --language swift --repo apple/swift-nio"]
        ),
        CommandSpec(
            action: .user,
            path: ["user"],
            summary: "List the repositories of a GitHub user or organization",
            arguments: [ArgumentSpec(placeholder: "USER", meaning: "The login, such as octocat")],
            options: [
                .choice(.sort, GitHubRepositoryListSort.allCases.map(\.rawValue), "Sort order"), listOrder,
            ] + OptionSpec.search(of: ResultKind.repositories.fieldNames),
            examples: ["user octocat", "user swiftlang --limit 200 --json name,stars"]
        ),
    ]

    private static let gitHubText = ArgumentSpec(
        placeholder: "TEXT",
        meaning: "Words and qualifiers of GitHub's search syntax, at most 256 characters; after -- also -QUALIFIER",
        count: .words
    )
    private static let sortMeaning = "Sort order (default: best match)"
    private static let listOrder = OptionSpec.choice(.order, GitHubOrder.allCases.map(\.rawValue), "Sort direction")

    /// The sort direction of a search. GitHub ignores it without a sort order.
    private static let order: OptionSpec = {
        var order = listOrder
        order.requires = .sort
        return order
    }()
    private static let issueOptions =
        [
            repo, .choice(.state, ["open", "closed"], "Filter by state"),
            .choice(.sort, GitHubIssueSort.allCases.map(\.rawValue), sortMeaning), order,
            OptionSpec(name: .advanced, meaning: "Interpret AND, OR and parentheses in TEXT as operators"),
        ] + OptionSpec.search(of: ResultKind.foundIssues(.issues).fieldNames)
    private static let language = OptionSpec.text(.language, "NAME", "Filter by programming language")
    private static let repo = OptionSpec.text(.repo, "OWNER/NAME", "Filter by repository")
}
