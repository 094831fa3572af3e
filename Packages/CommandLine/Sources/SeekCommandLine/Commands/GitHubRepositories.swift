import Seek
import SeekBasics
import SeekNetworking

extension Command {
    static let repos = Command(
        path: ["repos"],
        aliases: ["repositories"],
        summary: "Search GitHub for repositories",
        arguments: [.text(or: repositoryFilters)],
        options: repositoryFilters + OptionSpec.sorting(by: GitHubRepositorySort.self) + [.all]
            + OptionSpec.sinceAndUntil + OptionSpec.search(of: ResultKind.repositories.fieldNames),
        details: [
            "No token is needed; a token in GH_TOKEN or GITHUB_TOKEN raises the limit from 10 to 30 searches per "
                + "minute.", GitHubSearches.syntax, GitHubSearches.exhaustive,
        ],
        examples: [
            "repos tetris --language swift --stars '>=100'", "repos --owner swiftlang --topic swift --sort stars",
            "repos 'cli license:mit' --archived=false --limit 100", "repos -- tetris -topic:game",
            "repos tetris --all --since 2020-01-01 --wait --format ndjson",
        ]
    ) { invocation, console throws(UsageError) in
        try await SearchCommand(.repositories, GitHubSearches.repositories(invocation), invocation, console).run()
    }

    static let labels = Command(
        path: ["labels"],
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
        ] + OptionSpec.sorting(by: GitHubLabelSort.self).map(\.withoutWeb)
            + OptionSpec.search(of: ResultKind.labels(of: "", at: "").fieldNames),
        details: ["Looking up the repository's ID takes one more search, unless it is in the cache."],
        examples: ["labels bug --repo octocat/Hello-World"]
    ) { invocation, console throws(UsageError) in
        let kind = try ResultKind.labels(of: GitHubSearches.repository(invocation), at: console.gitHubSite)
        return try await SearchCommand(kind, GitHubSearches.labels(invocation), invocation, console).run()
    }

    static let topics = Command(
        path: ["topics"],
        summary: "Search GitHub for topics",
        arguments: [.text(or: topicFilters)],
        options: topicFilters + OptionSpec.search(of: ResultKind.topics.fieldNames),
        details: [GitHubSearches.syntax],
        examples: ["topics swift --featured", "topics database --repositories '>=1000'"]
    ) { invocation, console throws(UsageError) in
        try await SearchCommand(.topics, GitHubSearches.topics(invocation), invocation, console).run()
    }

    private static let repositoryFilters: [OptionSpec] = [
        .language,
        .qualifiers(.topic, "TOPICS", "Filter by topics"),
        .owner,
        .numbers(.stars, "Filter by number of stars"),
        .numbers(.forks, "Filter by number of forks"),
        .numbers(.followers, "Filter by number of the owner's followers"),
        .qualifiers(.license, "LICENSES", "Filter by license: mit, apache-2.0"),
        .dates(.created, "Filter by creation date"),
        .dates(.updated, "Filter by date of the last push", qualifier: "pushed").with(aliases: "pushed"),
        .numbers(.size, "Filter by size in kilobytes"),
        .numbers(.numberTopics, "Filter by number of topics", qualifier: "topics"),
        .numbers(.goodFirstIssues, "Filter by number of issues labeled 'good first issue'"),
        .numbers(.helpWantedIssues, "Filter by number of issues labeled 'help wanted'"),
        .qualifier(.includeForks, ["false", "true", "only"], "Include forks", qualifier: "fork"),
        .archived, .visibility, .match("name", "description", "readme", "topics"),
    ]

    private static let topicFilters: [OptionSpec] = [
        .toggle(.featured, "Filter by featured state", on: .is("featured"), off: .is("not-featured")),
        .toggle(.curated, "Filter by curated state", on: .is("curated"), off: .is("not-curated")),
        .numbers(.repositories, "Filter by number of repositories"), .dates(.created, "Filter by creation date"),
    ]
}

extension GitHubSearches {
    /// 2007-10-20, shortly before GitHub's first repository was created.
    private static let earliest = Date(timeIntervalSince1970: 1_192_838_400)

    fileprivate static func repositories(_ invocation: Invocation) -> SearchPlan<GitHubRepository> {
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

    fileprivate static func topics(_ invocation: Invocation) -> SearchPlan<GitHubTopic> {
        return plan("topics", invocation) { gitHub, query, cursor throws(SearchError) in
            try await gitHub.searchTopics(query, pageSize: pageSize, at: cursor)
        }
    }

    fileprivate static func repository(_ invocation: Invocation) throws(UsageError) -> String {
        guard let name = invocation.values[.repo] else {
            throw UsageError("missing --repo OWNER/NAME; usage: \(invocation.command.usage)")
        }
        return name
    }

    /// Returns a search for labels of a repository. It needs the repository's numeric ID, which a search for the
    /// repository's name returns.
    fileprivate static func labels(_ invocation: Invocation) throws(UsageError) -> SearchPlan<GitHubLabel> {
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
}
