public import SeekBasics

/// A user or an organization on GitHub.
public struct GitHubUser: Sendable, Hashable, Identifiable {
    /// The id. It may exceed 32 bits.
    public var id: Int64
    /// The login: `octocat`.
    public var login: String
    /// The URL of the web page (`html_url`).
    public var url: URL
    /// The type of the account; nil if GitHub does not send it.
    public var type: GitHubAccountType?
    /// The URL of the avatar.
    public var avatarURL: URL?
    /// The display name; nil in search results.
    public var name: String?
    /// The matches of the search text. Empty unless the search requested text matches.
    public var textMatches: [GitHubTextMatch] = []

    /// Creates a user. Set the other properties afterwards.
    public init(id: Int64, login: String, url: URL) {
        self.id = id
        self.login = login
        self.url = url
    }
}

extension GitHubUser: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, login, type, name
        case url = "html_url"
        case avatarURL = "avatar_url"
        case textMatches = "text_matches"
    }

    /// Decodes a user. Throws if the id or URL is missing or invalid. A missing login is taken from the URL.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.integer(forKey: .id)
        url = try container.webURL(forKey: .url)
        login = container.nonEmptyStringIfValid(forKey: .login) ?? url.lastPathComponent
        type = container.decodeIfValid(GitHubAccountType.self, forKey: .type)
        avatarURL = try? container.webURL(forKey: .avatarURL)
        name = container.decodeIfValid(String.self, forKey: .name)
        textMatches = container.validElements(of: GitHubTextMatch.self, forKey: .textMatches)
    }

    /// Encodes a user as GitHub sends it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(login, forKey: .login)
        try container.encode(url.absoluteString, forKey: .url)
        try container.encodeIfPresent(type, forKey: .type)
        try container.encodeIfPresent(avatarURL?.absoluteString, forKey: .avatarURL)
        try container.encodeIfPresent(name, forKey: .name)
        try container.encode(textMatches, forKey: .textMatches)
    }
}
