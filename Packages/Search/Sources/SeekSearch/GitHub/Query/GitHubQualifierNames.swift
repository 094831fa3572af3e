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
