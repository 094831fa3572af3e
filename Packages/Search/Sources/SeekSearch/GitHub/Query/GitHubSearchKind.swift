/// The seven kinds of GitHub search.
public enum GitHubSearchKind: String, Sendable, Hashable, CaseIterable {
    /// Repositories.
    case repositories
    /// Issues and pull requests.
    case issues
    /// Users and organizations.
    case users
    /// Files.
    case code
    /// Commits.
    case commits
    /// Topics.
    case topics
    /// Labels of one repository.
    case labels
}

/// The order of repositories; by best match if none is set.
public enum GitHubRepositorySort: String, Sendable, Hashable, Codable, CaseIterable {
    /// By stars.
    case stars
    /// By forks.
    case forks
    /// By the number of issues labeled "help wanted".
    case helpWantedIssues = "help-wanted-issues"
    /// By the time of the last update.
    case updated
}

/// The order of issues; by best match if none is set.
public enum GitHubIssueSort: String, Sendable, Hashable, CaseIterable {
    /// By comments.
    case comments
    /// By reactions of all kinds.
    case reactions
    /// By thumbs up.
    case thumbsUp = "reactions-+1"
    /// By thumbs down.
    case thumbsDown = "reactions--1"
    /// By smiles (😄).
    case smile = "reactions-smile"
    /// By thinking faces (😕).
    case thinkingFace = "reactions-thinking_face"
    /// By hearts (❤️).
    case heart = "reactions-heart"
    /// By party poppers (🎉).
    case tada = "reactions-tada"
    /// By reactions and comments together.
    case interactions
    /// By the time of creation.
    case created
    /// By the time of the last update.
    case updated
}

/// The order of users; by best match if none is set.
public enum GitHubUserSort: String, Sendable, Hashable, CaseIterable {
    /// By followers.
    case followers
    /// By repositories.
    case repositories
    /// By the time of joining.
    case joined
}

/// The order of commits; by best match if none is set.
public enum GitHubCommitSort: String, Sendable, Hashable, CaseIterable {
    /// By the time of authoring.
    case authorDate = "author-date"
    /// By the time of committing.
    case committerDate = "committer-date"
}

/// The order of labels; by best match if none is set.
public enum GitHubLabelSort: String, Sendable, Hashable, CaseIterable {
    /// By the time of creation.
    case created
    /// By the time of the last update.
    case updated
}

/// The sort direction.
public enum GitHubOrder: String, Sendable, Hashable, CaseIterable {
    /// The smallest or oldest first.
    case ascending = "asc"
    /// The largest or newest first, GitHub's default.
    case descending = "desc"
}

extension GitHubSearchKind {
    /// The names of the search's qualifiers, from the pages “Searching on GitHub” of GitHub's documentation, and those
    /// of issue fields, sub-issues and dependencies. Names that begin with one of ``qualifierPrefixes`` are qualifiers
    /// as well.
    var qualifierNames: Set<String> {
        switch self {
        case .repositories: Self.repositoryQualifiers
        case .issues: Self.issueQualifiers
        case .users: Self.userQualifiers
        case .code: Self.codeQualifiers
        case .commits: Self.commitQualifiers
        case .topics: ["created", "is", "repositories", "sort"]
        case .labels: []
        }
    }

    /// The beginnings of the names of qualifiers that organizations define.
    private var qualifierPrefixes: [String] {
        switch self {
        case .repositories: ["props."]
        case .issues: ["field.", "props."]
        default: []
        }
    }

    func hasQualifier(_ name: String) -> Bool {
        let name = name.lowercased()
        return qualifierNames.contains(name) || qualifierPrefixes.contains { name.hasPrefix($0) }
    }

    /// Returns the searches that have a qualifier, by name.
    static func kinds(withQualifier name: String) -> [GitHubSearchKind] {
        allCases.filter { $0.hasQualifier(name) }.sorted { $0.rawValue < $1.rawValue }
    }

    private static let repositoryQualifiers: Set<String> = [
        "archived", "created", "enterprise", "followers", "fork", "forks", "good-first-issues", "has",
        "help-wanted-issues", "in", "is", "language", "license", "mirror", "no", "org", "owner", "pushed", "repo",
        "size", "sort", "stars", "template", "topic", "topics", "user", "visibility",
    ]

    private static let issueQualifiers: Set<String> = [
        "app", "archived", "assignee", "author", "base", "blocked-by", "blocking", "closed", "commenter", "comments",
        "created", "deployed", "draft", "enterprise", "environment", "has", "head", "in", "interactions", "involves",
        "is", "label", "language", "linked", "mentions", "merged", "milestone", "no", "org", "parent-issue", "project",
        "reactions", "reason", "repo", "review", "review-requested", "reviewed-by", "sha", "sort", "state", "status",
        "sub-issue", "team", "team-review-requested", "type", "updated", "user", "user-review-requested", "visibility",
    ]

    private static let userQualifiers: Set<String> = [
        "created", "enterprise", "followers", "fullname", "in", "is", "language", "location", "org", "repos", "sort",
        "type", "user",
    ]

    private static let codeQualifiers: Set<String> = [
        "content", "enterprise", "extension", "filename", "fork", "in", "is", "language", "license", "org", "path",
        "repo", "size", "symbol", "user",
    ]

    private static let commitQualifiers: Set<String> = [
        "author", "author-date", "author-email", "author-name", "committer", "committer-date", "committer-email",
        "committer-name", "enterprise", "hash", "is", "merge", "org", "parent", "repo", "sort", "tree", "user",
    ]
}

extension GitHubQualifier {
    /// Filters of which a result needs to match only one in GitHub's searches, except advanced searches of issues.
    enum Alternatives: Sendable, Hashable {
        case owner, repository, language, field, visibility
    }

    var alternatives: Alternatives? {
        switch (name.lowercased(), value.lowercased()) {
        case ("user", _), ("org", _): .owner
        case ("repo", _): .repository
        case ("language", _): .language
        case ("in", _): .field
        case ("is", "public"), ("is", "private"), ("is", "internal"): .visibility
        default: nil
        }
    }
}
