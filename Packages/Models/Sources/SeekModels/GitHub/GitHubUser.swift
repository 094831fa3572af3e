#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A user or an organisation on GitHub.
public struct GitHubUser: Sendable, Hashable, Identifiable {
    /// The id. Exceeds 32 bits.
    public var id: Int64
    /// The login: `octocat`.
    public var login: String
    /// The page for people (`html_url`).
    public var url: URL
    /// `User`, `Organization` or `Bot`, and what GitHub may think of next.
    public var type: String?
    /// The picture.
    public var avatarURL: URL?
    /// The name, where GitHub tells; a search does not.
    public var name: String?
    /// Where the search text stands in it.
    public var textMatches: [GitHubTextMatch] = []

    /// Makes a user; the rest is set afterwards.
    public init(id: Int64, login: String, url: URL) {
        self.id = id
        self.login = login
        self.url = url
    }
}

extension GitHubUser: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id, login, type, name
        case url = "html_url"
        case avatarURL = "avatar_url"
        case textMatches = "text_matches"
    }

    /// Reads a user, refusing one without id, login or page.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int64.self, forKey: .id)
        login = try container.nonEmptyText(forKey: .login)
        url = try container.webURL(forKey: .url)
        type = container.tolerant(String.self, forKey: .type)
        avatarURL = try? container.webURL(forKey: .avatarURL)
        name = container.tolerant(String.self, forKey: .name)
        textMatches = container.list(of: GitHubTextMatch.self, forKey: .textMatches)
    }
}
