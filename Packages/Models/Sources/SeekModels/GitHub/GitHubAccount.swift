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

extension GitHubAccount: Codable, FieldCodable {
    /// Decodes an account. Throws if the login is missing or invalid.
    public init(from decoder: any Decoder) throws { self = try Self(login: "").decoded(from: decoder) }

    /// Encodes an account as GitHub sends it.
    public func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }

    mutating func code(_ fields: ModelFields) throws {
        try fields.required("login", &login)
        try fields.url("html_url", &url)
        try fields.url("avatar_url", &avatarURL)
        try fields.value("type", &type)
    }
}

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

extension GitHubUser: Codable, FieldCodable {
    /// Decodes a user. Throws if the id or URL is missing or invalid. A missing login is taken from the URL.
    public init(from decoder: any Decoder) throws {
        self = try Self(id: 0, login: "", url: .unset).decoded(from: decoder)
    }

    /// Encodes a user as GitHub sends it.
    public func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }

    mutating func code(_ fields: ModelFields) throws {
        try fields.required("id", &id)
        try fields.required("html_url", &url)
        try fields.text("login", &login)
        if login.isEmpty { login = url.lastPathComponent }
        try fields.value("type", &type)
        try fields.url("avatar_url", &avatarURL)
        try fields.value("name", &name)
        try fields.elements("text_matches", &textMatches)
    }
}

/// The type of an account.
public struct GitHubAccountType: RawRepresentable, Sendable, Hashable, Codable {
    /// A person.
    public static let user = Self(rawValue: "User")
    /// An organization.
    public static let organization = Self(rawValue: "Organization")
    /// A GitHub App.
    public static let bot = Self(rawValue: "Bot")

    /// The string of GitHub's API.
    public let rawValue: String

    /// Creates a value, which may be one that Seek does not know.
    public init(rawValue: String) { self.rawValue = rawValue }
}
