import Seek

extension CommandTable {
    /// The commands that ask GitHub.
    static let gitHubCommands: [CommandSpec] = [
        CommandSpec(
            action: .repos,
            path: ["repos"],
            summary: "Search GitHub for repositories",
            arguments: [gitHubText],
            options: [
                .text(.language, "NAME", "only in this programming language"),
                .choice(.sort, GitHubRepositorySort.allCases.map(\.rawValue), "by this, in place of the best match"),
                order,
            ] + OptionSpec.search(of: ResultKind.repositories.fieldNames),
            details: [
                "Works without a token; one in GH_TOKEN or GITHUB_TOKEN raises the limit from 10 to 30 searches a minute."
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
                    meaning: "what to find (default: what TEXT names by 'is:', else issues)"
                ),
                OptionSpec(
                    name: .searchType,
                    value: .required("TYPE"),
                    check: .choice(["lexical", "semantic", "hybrid"]),
                    meaning: "match by words (the default), by meaning, or both"
                ),
            ] + issueOptions,
            details: [
                "GitHub searches issues or pull requests. --type all sends two requests for a page and merges them by --sort; without "
                    + "it they alternate.",
                "A semantic or hybrid search needs a token, finds issues only, returns one page and is limited to 10 a minute. GitHub "
                    + "may match by words all the same; a warning says why, and --json has it in lexicalFallbackReasons.",
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
            summary: "Search GitHub for users and organisations",
            arguments: [gitHubText],
            options: [
                .choice(.sort, GitHubUserSort.allCases.map(\.rawValue), "by this, in place of the best match"), order,
            ] + OptionSpec.search(of: ResultKind.users.fieldNames),
            examples: ["users octocat", "users location:tokyo --sort followers"]
        ),
        CommandSpec(
            action: .code,
            path: ["code"],
            summary: "Search GitHub for code",
            arguments: [gitHubText],
            options: [repo, .text(.language, "NAME", "only in this programming language")]
                + OptionSpec.search(of: ResultKind.code.fieldNames),
            details: ["Needs a token, and allows 10 searches a minute."],
            examples: ["code withTaskGroup --language swift --repo apple/swift-nio"]
        ),
        CommandSpec(
            action: .user,
            path: ["user"],
            summary: "List the repositories of a GitHub user or organisation",
            arguments: [ArgumentSpec(placeholder: "USER", meaning: "the login, such as octocat")],
            options: [
                .choice(.sort, GitHubRepositoryListSort.allCases.map(\.rawValue), "by this"), order,
            ] + OptionSpec.search(of: ResultKind.repositories.fieldNames),
            examples: ["user octocat", "user swiftlang --limit 200 --json name,stars"]
        ),
    ]

    private static let gitHubText = ArgumentSpec(
        placeholder: "TEXT",
        meaning: "words and qualifiers as in GitHub's search field, at most 256 characters",
        count: .words
    )
    private static let order = OptionSpec.choice(
        .order,
        GitHubOrder.allCases.map(\.rawValue),
        "from the least, or the greatest"
    )
    private static let issueOptions =
        [
            repo, .choice(.state, ["open", "closed"], "only in this state"),
            .choice(.sort, GitHubIssueSort.allCases.map(\.rawValue), "by this, in place of the best match"), order,
            OptionSpec(name: .advanced, meaning: "read AND, OR and parentheses in TEXT as operators"),
        ] + OptionSpec.search(of: ResultKind.foundIssues(.issues).fieldNames)
    private static let repo = OptionSpec.text(.repo, "OWNER/NAME", "only in this repository")
}
