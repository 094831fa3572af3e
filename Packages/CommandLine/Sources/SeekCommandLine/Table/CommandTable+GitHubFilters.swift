import Seek

/// The filters of GitHub searches. Filters that also exist in `gh search` have the same name, and take a list if they
/// take one in `gh`.
extension CommandTable {
    static let repositoryFilters: [OptionSpec] = [
        language,
        .qualifiers(.topic, "TOPICS", "Filter by topics"),
        owner,
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
        archived, visibility, match("name", "description", "readme", "topics"),
    ]

    static let issueFilters: [OptionSpec] = [
        repo, owner,
        .qualifier(.state, ["open", "closed"], "Filter by state"),
        .qualifiers(.label, "LABELS", "Filter by labels"),
        .qualifier(.author, "USER", "Filter by author"),
        OptionSpec.value(.app, "NAME", "Filter by GitHub App author").adding { [.author("app/\($0)")] },
        .qualifier(.assignee, "USER", "Filter by assignee"),
        .qualifier(.mentions, "USER", "Filter by mentioned user"),
        .qualifier(.commenter, "USER", "Filter by commenter"),
        .qualifier(.involves, "USER", "Filter by author, assignee, commenter or mentioned user"),
        .qualifier(
            .teamMentions,
            "ORGANIZATION/TEAM",
            "Filter by mentioned team",
            check: .repository,
            qualifier: "team"
        ),
        .qualifier(.milestone, "TITLE", "Filter by milestone"),
        .qualifier(.project, "OWNER/NUMBER", "Filter by project"),
        .qualifier(.language, "NAME", "Filter by repository language"),
        .dates(.created, "Filter by creation date"), .dates(.updated, "Filter by date of the last update"),
        .dates(.closed, "Filter by closing date"),
        .numbers(.comments, "Filter by number of comments"), .numbers(.reactions, "Filter by number of reactions"),
        .numbers(.interactions, "Filter by number of comments and reactions"),
        .toggle(.locked, "Filter by locked conversation status", on: .is("locked"), off: .is("unlocked")),
        .qualifier(.noAssignee, "Only results without an assignee", qualifier: GitHubQualifier("no", "assignee")),
        .qualifier(.noLabel, "Only results without a label", qualifier: GitHubQualifier("no", "label")),
        .qualifier(.noMilestone, "Only results without a milestone", qualifier: GitHubQualifier("no", "milestone")),
        .qualifier(.noProject, "Only results without a project", qualifier: GitHubQualifier("no", "project")),
        archived, visibility, match("title", "body", "comments"),
    ]

    static let pullRequestFilters: [OptionSpec] = [
        .toggle(.merged, "Filter by merged state", on: .is("merged"), off: .is("unmerged")),
        .dates(.mergedAt, "Filter by merge date", qualifier: "merged"),
        .toggle(.draft, "Filter by draft state"),
        .qualifier(.base, "BRANCH", "Filter by base branch", short: "B"),
        .qualifier(.head, "BRANCH", "Filter by head branch", short: "H"),
        .qualifier(.checks, ["pending", "success", "failure"], "Filter by status of checks", qualifier: "status"),
        .qualifier(.review, ["none", "required", "approved", "changes_requested"], "Filter by review"),
        .qualifier(.reviewRequested, "USER", "Filter by requested reviewer"),
        .qualifier(.reviewedBy, "USER", "Filter by reviewer"),
    ]

    static let userFilters: [OptionSpec] = [
        .qualifier(.type, ["user", "org"], "Filter by account type"),
        .qualifier(.location, "PLACE", "Filter by location"),
        .qualifier(.language, "NAME", "Filter by language of the user's repositories"),
        .numbers(.followers, "Filter by number of followers"), .numbers(.repos, "Filter by number of repositories"),
        .dates(.created, "Filter by date of registration"), match("login", "name", "email"),
    ]

    static let codeFilters: [OptionSpec] = [
        repo, owner, language,
        .qualifier(.filename, "NAME", "Filter by file name"),
        .qualifier(.extension, "EXTENSION", "Filter by file extension"),
        .numbers(.size, "Filter by size in bytes"), match("file", "path"),
    ]

    static let commitFilters: [OptionSpec] = [
        repo, owner,
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
        visibility,
    ]

    static let topicFilters: [OptionSpec] = [
        .toggle(.featured, "Filter by featured state", on: .is("featured"), off: .is("not-featured")),
        .toggle(.curated, "Filter by curated state", on: .is("curated"), off: .is("not-curated")),
        .numbers(.repositories, "Filter by number of repositories"), .dates(.created, "Filter by creation date"),
    ]

    private static let language = OptionSpec.qualifier(.language, "NAME", "Filter by programming language")
    private static let owner = OptionSpec.qualifiers(
        .owner,
        "USERS",
        "Filter by owning users or organizations",
        qualifier: "user"
    )
    private static let repo = OptionSpec.qualifiers(
        .repo,
        "OWNER/NAME",
        "Filter by repositories",
        short: "R",
        check: .repository
    )
    private static let archived = OptionSpec.toggle(.archived, "Filter by repository archived state")
    private static let visibility = OptionSpec.qualifiers(
        .visibility,
        "KINDS",
        "Filter by repository visibility",
        check: .list(["public", "private", "internal"]),
        qualifier: "is"
    )

    private static func match(_ fields: String...) -> OptionSpec {
        .qualifiers(.match, "FIELDS", "Only search these fields", check: .list(fields), qualifier: "in")
    }
}
