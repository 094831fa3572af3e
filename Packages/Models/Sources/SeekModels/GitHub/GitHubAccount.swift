public import SeekBasics

/// The account of an owner, author or assignee, as GitHub embeds it in other resources.
public struct GitHubAccount: Sendable, Hashable, Identifiable {
    /// The login: `octocat`.
    public var login: String
    /// The URL of the web page (`html_url`); nil if GitHub does not send it.
    public var url: URL?
    /// The URL of the avatar; nil if GitHub does not send it.
    public var avatarURL: URL?
    /// The type of the account; nil if GitHub does not send it.
    public var type: GitHubAccountType?

    /// The login.
    public var id: String { login }

    /// Creates an account.
    public init(login: String, url: URL? = nil, avatarURL: URL? = nil, type: GitHubAccountType? = nil) {
        self.login = login
        self.url = url
        self.avatarURL = avatarURL
        self.type = type
    }
}

extension GitHubAccount: Codable {
    private enum CodingKeys: String, CodingKey {
        case login, type
        case url = "html_url"
        case avatarURL = "avatar_url"
    }

    /// Decodes an account. Throws if the login is missing or invalid.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            login: try container.nonEmptyString(forKey: .login),
            url: try? container.webURL(forKey: .url),
            avatarURL: try? container.webURL(forKey: .avatarURL),
            type: container.decodeIfValid(GitHubAccountType.self, forKey: .type)
        )
    }

    /// Encodes an account as GitHub sends it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(login, forKey: .login)
        try container.encodeIfPresent(url?.absoluteString, forKey: .url)
        try container.encodeIfPresent(avatarURL?.absoluteString, forKey: .avatarURL)
        try container.encodeIfPresent(type, forKey: .type)
    }
}
