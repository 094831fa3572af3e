#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An issue or a pull request on GitHub.
public struct GitHubIssue: Sendable, Hashable, Identifiable {
    /// The id. It may exceed 32 bits.
    public var id: Int64
    /// The number within the repository.
    public var number: Int64
    /// The title.
    public var title: String
    /// The URL of the web page (`html_url`).
    public var url: URL
    /// `open` or `closed`; nil if GitHub does not send it.
    public var state: String?
    /// The reason for the state: `completed`, `not_planned`, `reopened` or `duplicate`.
    public var stateReason: String?
    /// Whether it is a pull request.
    public var isPullRequest = false
    /// Whether it is a draft pull request.
    public var isDraft = false
    /// Whether only collaborators can comment.
    public var isLocked = false
    /// The text in Markdown.
    public var body: String?
    /// The author's login; nil if the account was deleted.
    public var author: String?
    /// The logins of the assignees.
    public var assignees: [String] = []
    /// The names of the labels.
    public var labels: [String] = []
    /// The title of the milestone.
    public var milestone: String?
    /// The number of comments; nil if GitHub does not send it.
    public var commentCount: Int64?
    /// The reactions; nil if GitHub does not send them.
    public var reactions: GitHubReactions?
    /// The creation date.
    public var createdAt: Date?
    /// The date of the last change.
    public var updatedAt: Date?
    /// The date on which it was closed.
    public var closedAt: Date?
    /// The repository as `owner/name`: `apple/swift-nio`.
    public var repository: String?
    /// The matches of the search text. Empty unless the search requested text matches.
    public var textMatches: [GitHubTextMatch] = []

    /// Creates an issue. The other properties are set afterwards.
    public init(id: Int64, number: Int64, title: String, url: URL) {
        self.id = id
        self.number = number
        self.title = title
        self.url = url
    }
}

extension GitHubIssue: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id, number, title, state, draft, locked, body, user, assignees, labels, milestone, comments, reactions
        case url = "html_url"
        case stateReason = "state_reason"
        case pullRequest = "pull_request"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case closedAt = "closed_at"
        case repositoryURL = "repository_url"
        case textMatches = "text_matches"
    }

    private struct Milestone: Decodable {
        var title: String
    }

    /// A label: an object, or a string in older responses.
    private struct Label: Decodable {
        var name: String

        private enum CodingKeys: String, CodingKey {
            case name
        }

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                name = text
            } else {
                name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
            }
        }
    }

    /// Decodes an issue. Throws if the id, number, title or URL is missing.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int64.self, forKey: .id)
        number = try container.decode(Int64.self, forKey: .number)
        title = try container.decode(String.self, forKey: .title)
        url = try container.webURL(forKey: .url)
        state = container.decodeIfValid(String.self, forKey: .state)
        stateReason = container.decodeIfValid(String.self, forKey: .stateReason)
        // Only pull requests have this object. Its members are not decoded.
        isPullRequest = container.nestedContainerIfValid(keyedBy: CodingKeys.self, forKey: .pullRequest) != nil
        isDraft = container.decodeIfValid(Bool.self, forKey: .draft) ?? false
        isLocked = container.decodeIfValid(Bool.self, forKey: .locked) ?? false
        body = container.decodeIfValid(String.self, forKey: .body)
        author = container.decodeIfValid(GitHubLogin.self, forKey: .user)?.login
        assignees = container.validElements(of: GitHubLogin.self, forKey: .assignees).map(\.login)
        labels = container.validElements(of: Label.self, forKey: .labels).map(\.name)
        milestone = container.decodeIfValid(Milestone.self, forKey: .milestone)?.title
        commentCount = container.nonNegativeInteger(forKey: .comments)
        reactions = container.decodeIfValid(GitHubReactions.self, forKey: .reactions)
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
}

/// The login of an account.
struct GitHubLogin: Decodable {
    var login: String
}
