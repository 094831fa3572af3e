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

extension GitHubIssue: Codable, FieldCodable {
    /// Decodes an issue. Throws if the id or URL is missing or invalid. A missing number is taken from the URL.
    public init(from decoder: any Decoder) throws {
        self = try Self(id: 0, number: 0, title: "", url: .unset).decoded(from: decoder)
    }

    /// Encodes an issue as GitHub sends it.
    public func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }

    mutating func code(_ fields: ModelFields) throws {
        try fields.required("id", &id)
        try fields.required("html_url", &url)
        try fields.required("number", &number, orElse: Int64(url.lastPathComponent))
        try fields.value("title", &title)
        try fields.value("state", &state)
        try fields.value("state_reason", &stateReason)
        // Only pull requests have this object.
        try fields.object("pull_request", isPresent: &isPullRequest) { try $0.date("merged_at", &mergedAt) }
        try fields.value("draft", &isDraft)
        try fields.value("locked", &isLocked)
        try fields.value("body", &body)
        try fields.value("user", &author)
        try fields.elements("assignees", &assignees)
        try fields.elements("labels", &labels)
        try fields.text("title", of: "milestone", &milestone)
        try fields.count("comments", &commentCount)
        try fields.value("reactions", &reactions)
        try fields.text("name", of: "type", &type)
        try fields.value("author_association", &authorAssociation)
        try fields.value("sub_issues_summary", &subIssues)
        try fields.value("issue_dependencies_summary", &dependencies)
        try fields.elements("issue_field_values", &fieldValues)
        try fields.date("created_at", &createdAt)
        try fields.date("updated_at", &updatedAt)
        try fields.date("closed_at", &closedAt)
        try fields.converted("repository_url", &repository, from: Self.repository) {
            "https://api.github.com/repos/\($0)"
        }
        try fields.elements("text_matches", &textMatches)
    }

    /// Returns `apple/swift-nio` for `https://api.github.com/repos/apple/swift-nio`.
    private static func repository(_ url: String) -> String? {
        let parts = url.split(separator: "/").suffix(3)
        return parts.first == "repos" ? parts.dropFirst().joined(separator: "/") : nil
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
