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
    ) { invocation, settings throws(UsageError) in
        try await SearchCommand(.repositories, GitHubSearches.repositories(invocation), invocation, settings).run()
    }

    static let labels = Command(
        path: ["labels"],
        summary: "Search a GitHub repository for labels",
        arguments: [.text("The search text")],
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
    ) { invocation, settings throws(UsageError) in
        let kind = try ResultKind.labels(of: GitHubSearches.repository(invocation), at: settings.gitHubSite)
        return try await SearchCommand(kind, GitHubSearches.labels(invocation), invocation, settings).run()
    }

    static let topics = Command(
        path: ["topics"],
        summary: "Search GitHub for topics",
        arguments: [.text(or: topicFilters)],
        options: topicFilters + OptionSpec.search(of: ResultKind.topics.fieldNames),
        details: [
            GitHubSearches.syntax,
            // `seek help topics` shows this help.
            "The topics of seek help are \(HelpTopic.all.map(\.name).joined(separator: ", ")).",
        ],
        examples: ["topics swift --featured", "topics database --repositories '>=1000'"]
    ) { invocation, settings throws(UsageError) in
        let plan = GitHubSearches.plan("topics", invocation) { gitHub, query, cursor throws(SearchError) in
            try await gitHub.searchTopics(query, pageSize: GitHubSearches.pageSize, at: cursor)
        }
        return try await SearchCommand(.topics, plan, invocation, settings).run()
    }

    static let code = Command(
        path: ["code"],
        summary: "Search GitHub for code",
        arguments: [.text(or: [])],
        options: codeFilters + OptionSpec.search(of: ResultKind.code.fieldNames),
        details: ["Needs a token; limited to 10 searches per minute.", GitHubSearches.syntax],
        examples: [
            "code withTaskGroup --language swift --repo apple/swift-nio", "code main --filename Package.swift",
        ]
    ) { invocation, settings throws(UsageError) in
        var plan = GitHubSearches.plan("code", invocation) { gitHub, query, cursor throws(SearchError) in
            try await gitHub.searchCode(query, pageSize: GitHubSearches.pageSize, textMatches: true, at: cursor)
        }
        plan.quota = "code_search"
        plan.requiresToken = true
        return try await SearchCommand(.code, plan, invocation, settings).run()
    }

    static let commits = Command(
        path: ["commits"],
        summary: "Search GitHub for commits",
        arguments: [.text(or: commitFilters)],
        options: commitFilters + OptionSpec.sorting(by: GitHubCommitSort.self)
            + OptionSpec.search(of: ResultKind.commits.fieldNames),
        details: [GitHubSearches.syntax],
        examples: [
            "commits 'fix deadlock' --repo apple/swift-nio",
            "commits --author octocat --author-date '>=2026-01-01'",
        ]
    ) { invocation, settings throws(UsageError) in
        let (sort, order) = (invocation.choice(.sort, GitHubCommitSort.self), GitHubSearches.order(invocation))
        let plan = GitHubSearches.plan("commits", invocation) { gitHub, query, cursor throws(SearchError) in
            try await gitHub.searchCommits(
                query,
                sort: sort,
                order: order,
                pageSize: GitHubSearches.pageSize,
                at: cursor
            )
        }
        return try await SearchCommand(.commits, plan, invocation, settings).run()
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

    private static let codeFilters: [OptionSpec] = [
        .repo, .owner, .language,
        .qualifier(.filename, "NAME", "Filter by file name"),
        .qualifier(.extension, "EXTENSION", "Filter by file extension"),
        .numbers(.size, "Filter by size in bytes"), .match("file", "path"),
    ]

    private static let commitFilters: [OptionSpec] = [
        .repo, .owner,
        .qualifier(.author, "USER", "Filter by author", check: .oneName),
        .qualifier(.authorName, "NAME", "Filter by author name"),
        .qualifier(.authorEmail, "EMAIL", "Filter by author email"),
        .dates(.authorDate, "Filter by author date"),
        .qualifier(.committer, "USER", "Filter by committer", check: .oneName),
        .qualifier(.committerName, "NAME", "Filter by committer name"),
        .qualifier(.committerEmail, "EMAIL", "Filter by committer email"),
        .dates(.committerDate, "Filter by committer date"),
        .qualifier(.hash, "SHA", "Filter by commit hash"),
        .qualifier(.parent, "SHA", "Filter by parent hash"),
        .qualifier(.tree, "SHA", "Filter by tree hash"),
        .toggle(.merge, "Filter by whether the commit is a merge"),
        .visibility,
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
