import Seek
import SeekBasics
import SeekNetworking

extension Command {
    static let code = Command(
        path: ["code"],
        summary: "Search GitHub for code",
        arguments: [.text(or: [])],
        options: codeFilters + OptionSpec.search(of: ResultKind.code.fieldNames),
        details: ["Needs a token; limited to 10 searches per minute.", GitHubSearches.syntax],
        examples: [
            "code withTaskGroup --language swift --repo apple/swift-nio", "code main --filename Package.swift",
        ]
    ) { invocation, console throws(UsageError) in
        try await SearchCommand(.code, GitHubSearches.code(invocation), invocation, console).run()
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
    ) { invocation, console throws(UsageError) in
        try await SearchCommand(.commits, GitHubSearches.commits(invocation), invocation, console).run()
    }

    private static let codeFilters: [OptionSpec] = [
        .repo, .owner, .language,
        .qualifier(.filename, "NAME", "Filter by file name"),
        .qualifier(.extension, "EXTENSION", "Filter by file extension"),
        .numbers(.size, "Filter by size in bytes"), .match("file", "path"),
    ]

    private static let commitFilters: [OptionSpec] = [
        .repo, .owner,
        .qualifier(.author, "USER", "Filter by author"),
        .qualifier(.authorName, "NAME", "Filter by author name"),
        .qualifier(.authorEmail, "EMAIL", "Filter by author email"),
        .dates(.authorDate, "Filter by author date"),
        .qualifier(.committer, "USER", "Filter by committer"),
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
    fileprivate static func code(_ invocation: Invocation) -> SearchPlan<GitHubCode> {
        var plan = plan("code", invocation) { gitHub, query, cursor throws(SearchError) in
            try await gitHub.searchCode(query, pageSize: pageSize, textMatches: true, at: cursor)
        }
        plan.quota = "code_search"
        plan.requiresToken = true
        return plan
    }

    fileprivate static func commits(_ invocation: Invocation) -> SearchPlan<GitHubCommit> {
        let (sort, order) = (invocation.choice(.sort, GitHubCommitSort.self), order(invocation))
        return plan("commits", invocation) { gitHub, query, cursor throws(SearchError) in
            try await gitHub.searchCommits(query, sort: sort, order: order, pageSize: pageSize, at: cursor)
        }
    }
}
