/// The state of an issue or a pull request.
public enum GitHubIssueState: ExtensibleEnum {
    /// Open.
    case open
    /// Closed or merged.
    case closed
    /// A value that Seek does not know.
    case unknown(String)

    /// The values that Seek knows.
    public static let knownCases: [Self] = [.open, .closed]

    /// The string of GitHub's API.
    public var rawValue: String {
        switch self {
        case .open: "open"
        case .closed: "closed"
        case .unknown(let value): value
        }
    }
}

/// The reason for the state of an issue.
public enum GitHubIssueStateReason: ExtensibleEnum {
    /// Closed because it is done.
    case completed
    /// Closed because it will not be done.
    case notPlanned
    /// Closed because another issue describes the same problem.
    case duplicate
    /// Open again.
    case reopened
    /// A value that Seek does not know.
    case unknown(String)

    /// The values that Seek knows.
    public static let knownCases: [Self] = [.completed, .notPlanned, .duplicate, .reopened]

    /// The string of GitHub's API.
    public var rawValue: String {
        switch self {
        case .completed: "completed"
        case .notPlanned: "not_planned"
        case .duplicate: "duplicate"
        case .reopened: "reopened"
        case .unknown(let value): value
        }
    }
}

/// Which users can see a repository.
public enum GitHubVisibility: ExtensibleEnum {
    /// All users.
    case `public`
    /// Users with access to the repository.
    case `private`
    /// Members of the enterprise.
    case `internal`
    /// A value that Seek does not know.
    case unknown(String)

    /// The values that Seek knows.
    public static let knownCases: [Self] = [.public, .private, .internal]

    /// The string of GitHub's API.
    public var rawValue: String {
        switch self {
        case .public: "public"
        case .private: "private"
        case .internal: "internal"
        case .unknown(let value): value
        }
    }
}

/// The type of an account.
public enum GitHubAccountType: ExtensibleEnum {
    /// A person.
    case user
    /// An organization.
    case organization
    /// A GitHub App.
    case bot
    /// A value that Seek does not know.
    case unknown(String)

    /// The values that Seek knows.
    public static let knownCases: [Self] = [.user, .organization, .bot]

    /// The string of GitHub's API.
    public var rawValue: String {
        switch self {
        case .user: "User"
        case .organization: "Organization"
        case .bot: "Bot"
        case .unknown(let value): value
        }
    }
}

/// The relation of an author to a repository.
public enum GitHubAuthorAssociation: ExtensibleEnum {
    /// The owner of the repository.
    case owner
    /// A member of the organization that owns the repository.
    case member
    /// Invited to the repository.
    case collaborator
    /// Has contributed to the repository.
    case contributor
    /// Has contributed to the repository for the first time.
    case firstTimeContributor
    /// Has contributed to GitHub for the first time.
    case firstTimer
    /// A placeholder for an imported user.
    case mannequin
    /// No relation.
    case unrelated
    /// A value that Seek does not know.
    case unknown(String)

    /// The values that Seek knows.
    public static let knownCases: [Self] = [
        .owner, .member, .collaborator, .contributor, .firstTimeContributor, .firstTimer, .mannequin, .unrelated,
    ]

    /// The string of GitHub's API.
    public var rawValue: String {
        switch self {
        case .owner: "OWNER"
        case .member: "MEMBER"
        case .collaborator: "COLLABORATOR"
        case .contributor: "CONTRIBUTOR"
        case .firstTimeContributor: "FIRST_TIME_CONTRIBUTOR"
        case .firstTimer: "FIRST_TIMER"
        case .mannequin: "MANNEQUIN"
        case .unrelated: "NONE"
        case .unknown(let value): value
        }
    }
}
