public import SeekBasics

/// An issue or a pull request on GitHub.
public struct GitHubIssue: Sendable, Hashable, Identifiable {
    /// The id. It may exceed 32 bits.
    public var id: Int64
    /// The number within the repository.
    public var number: Int64
    /// The title. It may be empty.
    public var title: String
    /// The URL of the web page (`html_url`).
    public var url: URL
    /// The state; nil if GitHub does not send it.
    public var state: GitHubIssueState?
    /// The reason for the state.
    public var stateReason: GitHubIssueStateReason?
    /// Whether it is a pull request.
    public var isPullRequest = false
    /// Whether it is a draft pull request.
    public var isDraft = false
    /// Whether only collaborators can comment.
    public var isLocked = false
    /// The text in Markdown.
    public var body: String?
    /// The author's account; nil if it was deleted or is not sent.
    public var author: GitHubAccount?
    /// The accounts of the assignees.
    public var assignees: [GitHubAccount] = []
    /// The labels.
    public var labels: [GitHubLabel] = []
    /// The title of the milestone.
    public var milestone: String?
    /// The number of comments; nil if GitHub does not send it.
    public var commentCount: Int64?
    /// The reactions; nil if GitHub does not send them.
    public var reactions: GitHubReactions?
    /// The name of the issue's type, such as `Bug`; nil if it has none.
    public var type: String?
    /// The relation of the author to the repository; nil if GitHub does not send it.
    public var authorAssociation: GitHubAuthorAssociation?
    /// The progress of the sub-issues; nil if GitHub does not send it.
    public var subIssues: GitHubSubIssues?
    /// The dependencies; nil if GitHub does not send them.
    public var dependencies: GitHubIssueDependencies?
    /// The values of the fields that the organization has defined.
    public var fieldValues: [GitHubIssueFieldValue] = []
    /// The creation date.
    public var createdAt: Date?
    /// The date of the last change.
    public var updatedAt: Date?
    /// The date on which it was closed.
    public var closedAt: Date?
    /// The date on which the pull request was merged; nil if it was not merged, and for issues.
    public var mergedAt: Date?
    /// The repository as `owner/name`: `apple/swift-nio`.
    public var repository: String?
    /// The matches of the search text. Empty unless the search requested text matches.
    public var textMatches: [GitHubTextMatch] = []

    /// Creates an issue. Set the other properties afterwards.
    public init(id: Int64, number: Int64, title: String, url: URL) {
        self.id = id
        self.number = number
        self.title = title
        self.url = url
    }
}

extension GitHubIssue: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, number, title, state, draft, locked, body, user, assignees, labels, milestone, comments, reactions,
            type
        case authorAssociation = "author_association"
        case subIssues = "sub_issues_summary"
        case dependencies = "issue_dependencies_summary"
        case fieldValues = "issue_field_values"
        case url = "html_url"
        case stateReason = "state_reason"
        case pullRequest = "pull_request"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case closedAt = "closed_at"
        case repositoryURL = "repository_url"
        case textMatches = "text_matches"
    }

    private enum PullRequestKeys: String, CodingKey {
        case mergedAt = "merged_at"
    }

    private struct Milestone: Codable {
        var title: String
    }

    private struct IssueType: Codable {
        var name: String
    }

    /// Decodes an issue. Throws if the id or URL is missing or invalid. A missing number is taken from the URL.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.integer(forKey: .id)
        url = try container.webURL(forKey: .url)
        number =
            try container.integerIfValid(forKey: .number) ?? Int64(url.lastPathComponent)
            ?? container.integer(forKey: .number)
        title = container.decodeIfValid(String.self, forKey: .title) ?? ""
        state = container.decodeIfValid(GitHubIssueState.self, forKey: .state)
        stateReason = container.decodeIfValid(GitHubIssueStateReason.self, forKey: .stateReason)
        // Only pull requests have this object.
        let pullRequest = container.nestedContainerIfValid(keyedBy: PullRequestKeys.self, forKey: .pullRequest)
        isPullRequest = pullRequest != nil
        mergedAt = pullRequest?.date(forKey: .mergedAt)
        isDraft = container.decodeIfValid(Bool.self, forKey: .draft) ?? false
        isLocked = container.decodeIfValid(Bool.self, forKey: .locked) ?? false
        body = container.decodeIfValid(String.self, forKey: .body)
        author = container.decodeIfValid(GitHubAccount.self, forKey: .user)
        assignees = container.validElements(of: GitHubAccount.self, forKey: .assignees)
        labels = container.validElements(of: GitHubLabel.self, forKey: .labels)
        milestone = container.decodeIfValid(Milestone.self, forKey: .milestone)?.title
        commentCount = container.count(forKey: .comments)
        reactions = container.decodeIfValid(GitHubReactions.self, forKey: .reactions)
        type = container.decodeIfValid(IssueType.self, forKey: .type)?.name
        authorAssociation = container.decodeIfValid(GitHubAuthorAssociation.self, forKey: .authorAssociation)
        subIssues = container.decodeIfValid(GitHubSubIssues.self, forKey: .subIssues)
        dependencies = container.decodeIfValid(GitHubIssueDependencies.self, forKey: .dependencies)
        fieldValues = container.validElements(of: GitHubIssueFieldValue.self, forKey: .fieldValues)
        createdAt = container.date(forKey: .createdAt)
        updatedAt = container.date(forKey: .updatedAt)
        closedAt = container.date(forKey: .closedAt)
        repository = container.decodeIfValid(String.self, forKey: .repositoryURL).flatMap(Self.repository)
        textMatches = container.validElements(of: GitHubTextMatch.self, forKey: .textMatches)
    }

    /// Returns `apple/swift-nio` for `https://api.github.com/repos/apple/swift-nio`.
    private static func repository(_ url: String) -> String? {
        let parts = url.split(separator: "/").suffix(3)
        return parts.first == "repos" ? parts.dropFirst().joined(separator: "/") : nil
    }

    /// Encodes an issue as GitHub sends it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(number, forKey: .number)
        try container.encode(title, forKey: .title)
        try container.encode(url.absoluteString, forKey: .url)
        try container.encodeIfPresent(state, forKey: .state)
        try container.encodeIfPresent(stateReason, forKey: .stateReason)
        if isPullRequest {
            var pullRequest = container.nestedContainer(keyedBy: PullRequestKeys.self, forKey: .pullRequest)
            try pullRequest.encode(date: mergedAt, forKey: .mergedAt)
        }
        try container.encode(isDraft, forKey: .draft)
        try container.encode(isLocked, forKey: .locked)
        try container.encodeIfPresent(body, forKey: .body)
        try container.encodeIfPresent(author, forKey: .user)
        try container.encode(assignees, forKey: .assignees)
        try container.encode(labels, forKey: .labels)
        try container.encodeIfPresent(milestone.map(Milestone.init), forKey: .milestone)
        try container.encodeIfPresent(commentCount, forKey: .comments)
        try container.encodeIfPresent(reactions, forKey: .reactions)
        try container.encodeIfPresent(type.map(IssueType.init), forKey: .type)
        try container.encodeIfPresent(authorAssociation, forKey: .authorAssociation)
        try container.encodeIfPresent(subIssues, forKey: .subIssues)
        try container.encodeIfPresent(dependencies, forKey: .dependencies)
        try container.encode(fieldValues, forKey: .fieldValues)
        try container.encode(date: createdAt, forKey: .createdAt)
        try container.encode(date: updatedAt, forKey: .updatedAt)
        try container.encode(date: closedAt, forKey: .closedAt)
        let repositoryURL = repository.map { "https://api.github.com/repos/\($0)" }
        try container.encodeIfPresent(repositoryURL, forKey: .repositoryURL)
        try container.encode(textMatches, forKey: .textMatches)
    }
}

/// The state of an issue or a pull request.
public struct GitHubIssueState: RawRepresentable, Sendable, Hashable, Codable {
    /// Open.
    public static let open = Self(rawValue: "open")
    /// Closed or merged.
    public static let closed = Self(rawValue: "closed")

    /// The string of GitHub's API.
    public let rawValue: String

    /// Creates a value, which may be one that Seek does not know.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// The reason for the state of an issue.
public struct GitHubIssueStateReason: RawRepresentable, Sendable, Hashable, Codable {
    /// Closed because it is done.
    public static let completed = Self(rawValue: "completed")
    /// Closed because it will not be done.
    public static let notPlanned = Self(rawValue: "not_planned")
    /// Closed because another issue describes the same problem.
    public static let duplicate = Self(rawValue: "duplicate")
    /// Open again.
    public static let reopened = Self(rawValue: "reopened")

    /// The string of GitHub's API.
    public let rawValue: String

    /// Creates a value, which may be one that Seek does not know.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// The relation of an author to a repository.
public struct GitHubAuthorAssociation: RawRepresentable, Sendable, Hashable, Codable {
    /// The owner of the repository.
    public static let owner = Self(rawValue: "OWNER")
    /// A member of the organization that owns the repository.
    public static let member = Self(rawValue: "MEMBER")
    /// Invited to the repository.
    public static let collaborator = Self(rawValue: "COLLABORATOR")
    /// Has contributed to the repository.
    public static let contributor = Self(rawValue: "CONTRIBUTOR")
    /// Has contributed to the repository for the first time.
    public static let firstTimeContributor = Self(rawValue: "FIRST_TIME_CONTRIBUTOR")
    /// Has contributed to GitHub for the first time.
    public static let firstTimer = Self(rawValue: "FIRST_TIMER")
    /// A placeholder for an imported user.
    public static let mannequin = Self(rawValue: "MANNEQUIN")
    /// No relation.
    public static let unrelated = Self(rawValue: "NONE")

    /// The string of GitHub's API.
    public let rawValue: String

    /// Creates a value, which may be one that Seek does not know.
    public init(rawValue: String) { self.rawValue = rawValue }
}
