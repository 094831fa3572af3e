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
