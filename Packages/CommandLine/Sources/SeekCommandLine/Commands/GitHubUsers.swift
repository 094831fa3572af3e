import Seek
import SeekBasics
import SeekNetworking

extension Command {
    static let users = Command(
        path: ["users"],
        summary: "Search GitHub for users and organizations",
        arguments: [.text(or: userFilters)],
        options: userFilters + OptionSpec.sorting(by: GitHubUserSort.self)
            + OptionSpec.search(of: ResultKind.users.fieldNames),
        details: [GitHubSearches.syntax],
        examples: ["users octocat", "users --location tokyo --followers '>=1000' --sort followers"]
    ) { invocation, settings throws(UsageError) in
        let (sort, order) = (invocation.choice(.sort, GitHubUserSort.self), GitHubSearches.order(invocation))
        let plan = GitHubSearches.plan("users", invocation) { gitHub, query, cursor throws(SearchError) in
            try await gitHub.searchUsers(query, sort: sort, order: order, pageSize: GitHubSearches.pageSize, at: cursor)
        }
        return try await SearchCommand(.users, plan, invocation, settings).run()
    }

    static let user = Command(
        path: ["user"],
        summary: "List the repositories of a GitHub user or organization",
        arguments: [ArgumentSpec(placeholder: "USER", meaning: "The login, such as octocat")],
        options: [
            OptionSpec.choice(.sort, GitHubRepositoryListSort.self, "Sort order").withoutWeb,
            OptionSpec.choice(.order, GitHubOrder.self, "Sort direction").withoutWeb,
        ] + OptionSpec.search(of: ResultKind.repositories.fieldNames),
        examples: ["user octocat", "user swiftlang --limit 200 --json name,stargazersCount"]
    ) { invocation, settings throws(UsageError) in
        try await SearchCommand(.repositories, GitHubSearches.user(invocation), invocation, settings).run()
    }

    private static let userFilters: [OptionSpec] = [
        .qualifier(.type, ["user", "org"], "Filter by account type"),
        .qualifier(.location, "PLACE", "Filter by location"),
        .qualifier(.language, "NAME", "Filter by language of the user's repositories", check: .oneName),
        .numbers(.followers, "Filter by number of followers"), .numbers(.repos, "Filter by number of repositories"),
        .dates(.created, "Filter by date of registration"), .match("login", "name", "email"),
    ]
}

extension GitHubSearches {
    /// Lists the repositories of a user or an organization.
    fileprivate static func user(_ invocation: Invocation) throws(UsageError) -> SearchPlan<GitHubRepository> {
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
}
