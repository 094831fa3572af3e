#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An issue or a pull request on GitHub.
public struct GitHubIssue: Sendable, Hashable, Identifiable {
    /// The id. Exceeds 32 bits.
    public var id: Int64
    /// The number within its repository.
    public var number: Int64
    /// The title.
    public var title: String
    /// The page for people (`html_url`).
    public var url: URL
    /// `open` or `closed`, where GitHub tells.
    public var state: String?
    /// Why it was closed or opened again: `completed`, `not_planned`, `reopened`, `duplicate`.
    public var stateReason: String?
    /// Whether it is a pull request.
    public var isPullRequest = false
    /// Whether it is a draft of a pull request.
    public var isDraft = false
    /// Whether only some may comment.
    public var isLocked = false
    /// The text, in Markdown.
    public var body: String?
    /// The login of who wrote it; nil where the account is no more.
    public var author: String?
    /// The logins of those it is assigned to.
    public var assignees: [String] = []
    /// The names of its labels.
    public var labels: [String] = []
    /// The title of its milestone.
    public var milestone: String?
    /// How many comments it has, where GitHub tells.
    public var commentCount: Int64?
    /// The reactions to it; nil where GitHub does not send them.
    public var reactions: GitHubReactions?
    /// When it was written.
    public var createdAt: Date?
    /// When it last changed.
    public var updatedAt: Date?
    /// When it was closed.
    public var closedAt: Date?
    /// Owner and name of its repository: `apple/swift-nio`.
    public var repository: String?
    /// Where the search text stands in it.
    public var textMatches: [GitHubTextMatch] = []

    /// Makes an issue; the rest is set afterwards.
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

    /// What marks a pull request; its members are of no interest.
    private struct PullRequest: Decodable {
        init(from decoder: any Decoder) throws {
            _ = try decoder.container(keyedBy: CodingKeys.self)
        }
    }

    /// A label: an object, or in older answers a bare name.
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

    /// Reads an issue, refusing one without id, number, title or page.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int64.self, forKey: .id)
        number = try container.decode(Int64.self, forKey: .number)
        title = try container.decode(String.self, forKey: .title)
        url = try container.webURL(forKey: .url)
        state = container.tolerant(String.self, forKey: .state)
        stateReason = container.tolerant(String.self, forKey: .stateReason)
        isPullRequest = container.tolerant(PullRequest.self, forKey: .pullRequest) != nil
        isDraft = container.tolerant(Bool.self, forKey: .draft) ?? false
        isLocked = container.tolerant(Bool.self, forKey: .locked) ?? false
        body = container.tolerant(String.self, forKey: .body)
        author = container.tolerant(GitHubLogin.self, forKey: .user)?.login
        assignees = container.list(of: GitHubLogin.self, forKey: .assignees).map(\.login)
        labels = container.list(of: Label.self, forKey: .labels).map(\.name)
        milestone = container.tolerant(Milestone.self, forKey: .milestone)?.title
        commentCount = container.naturalNumber(forKey: .comments)
        reactions = container.tolerant(GitHubReactions.self, forKey: .reactions)
        createdAt = container.date(forKey: .createdAt)
        updatedAt = container.date(forKey: .updatedAt)
        closedAt = container.date(forKey: .closedAt)
        repository = container.tolerant(String.self, forKey: .repositoryURL).flatMap(Self.repository)
        textMatches = container.list(of: GitHubTextMatch.self, forKey: .textMatches)
    }

    /// `apple/swift-nio` of `https://api.github.com/repos/apple/swift-nio`.
    private static func repository(_ url: String) -> String? {
        let parts = url.split(separator: "/").suffix(3)
        return parts.first == "repos" ? parts.dropFirst().joined(separator: "/") : nil
    }
}

/// An account, of which the login alone is wanted.
struct GitHubLogin: Decodable {
    var login: String
}
