/// What GitHub searches for: the seven kinds.
public enum GitHubSearchKind: String, Sendable, Hashable, CaseIterable {
    /// Repositories.
    case repositories
    /// Issues and pull requests.
    case issues
    /// Users and organisations.
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

/// What the repositories found are sorted by; otherwise by best match.
public enum GitHubRepositorySort: String, Sendable, Hashable, CaseIterable {
    /// Stars.
    case stars
    /// Forks.
    case forks
    /// Issues that ask for help.
    case helpWantedIssues = "help-wanted-issues"
    /// The time of the last change.
    case updated
}

/// What the issues found are sorted by; otherwise by best match.
public enum GitHubIssueSort: String, Sendable, Hashable, CaseIterable {
    /// Comments.
    case comments
    /// Reactions of all kinds.
    case reactions
    /// Thumbs up.
    case thumbsUp = "reactions-+1"
    /// Thumbs down.
    case thumbsDown = "reactions--1"
    /// Smiles (😄).
    case smile = "reactions-smile"
    /// Thinking faces (😕).
    case thinkingFace = "reactions-thinking_face"
    /// Hearts (❤️).
    case heart = "reactions-heart"
    /// Party poppers (🎉).
    case tada = "reactions-tada"
    /// Reactions and comments together.
    case interactions
    /// The time they were written.
    case created
    /// The time of the last change.
    case updated
}

/// What the users found are sorted by; otherwise by best match.
public enum GitHubUserSort: String, Sendable, Hashable, CaseIterable {
    /// Followers.
    case followers
    /// Repositories.
    case repositories
    /// When they joined.
    case joined
}

/// What the commits found are sorted by; otherwise by best match.
public enum GitHubCommitSort: String, Sendable, Hashable, CaseIterable {
    /// When they were written.
    case authorDate = "author-date"
    /// When they were committed.
    case committerDate = "committer-date"
}

/// What the labels found are sorted by; otherwise by best match.
public enum GitHubLabelSort: String, Sendable, Hashable, CaseIterable {
    /// When they were made.
    case created
    /// The time of the last change.
    case updated
}

/// In which direction is sorted.
public enum GitHubOrder: String, Sendable, Hashable, CaseIterable {
    /// The smallest, or oldest, first.
    case ascending = "asc"
    /// The largest, or newest, first: what GitHub does unless told otherwise.
    case descending = "desc"
}
