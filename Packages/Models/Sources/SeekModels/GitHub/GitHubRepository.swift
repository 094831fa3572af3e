public import SeekBasics

/// A repository on GitHub.
///
/// GitHub may omit nearly every field or send null. The id and URL are required. A missing number of stars is nil, not 0.
public struct GitHubRepository: Sendable, Hashable, Identifiable {
    /// The id. It may exceed 32 bits.
    public var id: Int64
    /// The name without the owner: `swift-nio`.
    public var name: String
    /// The URL of the web page (`html_url`).
    public var url: URL
    /// The number of stars (`stargazers_count`); nil if GitHub does not send it.
    public var starCount: Int64?
    /// The owner's account; nil if GitHub does not send it.
    public var owner: GitHubAccount?
    /// The description.
    public var description: String?
    /// The main programming language.
    public var language: String?
    /// The topics.
    public var topics: [String] = []
    /// The number of forks; nil if GitHub does not send it.
    public var forkCount: Int64?
    /// The number of open issues and pull requests; nil if GitHub does not send it.
    public var openIssueCount: Int64?
    /// The size in kilobytes; nil if GitHub does not send it.
    public var size: Int64?
    /// The address of the project's website, as its owner entered it; nil if there is none.
    public var homepage: String?
    /// The name of the default branch, such as `main`.
    public var defaultBranch: String?
    /// Whether it is a fork.
    public var isFork = false
    /// Whether it is archived and therefore read-only.
    public var isArchived = false
    /// Whether GitHub has disabled it, for example because of a violation of its terms.
    public var isDisabled = false
    /// Whether issues are enabled; nil if GitHub does not send it.
    public var hasIssues: Bool?
    /// Whether projects are enabled; nil if GitHub does not send it.
    public var hasProjects: Bool?
    /// Whether the wiki is enabled; nil if GitHub does not send it.
    public var hasWiki: Bool?
    /// Whether it has a site on GitHub Pages; nil if GitHub does not send it.
    public var hasPages: Bool?
    /// Which users can see it; nil if GitHub does not send it.
    public var visibility: GitHubVisibility?
    /// The license's SPDX id, such as `Apache-2.0`.
    public var license: String?
    /// The date of the last push.
    public var pushedAt: Date?
    /// The creation date.
    public var createdAt: Date?
    /// The date of the last change.
    public var updatedAt: Date?
    /// The matches of the search text. Empty unless the search requested text matches.
    public var textMatches: [GitHubTextMatch] = []

    /// The repository as `owner/name`, as GitHub sends it (`full_name`): `apple/swift-nio`. If GitHub does not send it, the
    /// login of the owner and the name, or the name alone if the owner is unknown.
    public var fullName: String {
        get { otherFullName ?? ownFullName }
        set { otherFullName = newValue == ownFullName ? nil : newValue }
    }

    private var ownFullName: String { owner.map { "\($0.login)/\(name)" } ?? name }
    /// GitHub's `full_name`, if it differs from the owner and the name.
    private var otherFullName: String?

    /// Creates a repository. Set the other properties afterwards.
    public init(id: Int64, name: String, url: URL) {
        self.id = id
        self.name = name
        self.url = url
    }
}

extension GitHubRepository: Codable, FieldCodable {
    /// Decodes a repository. Throws if the id or URL is missing or invalid. A missing name is taken from the URL.
    public init(from decoder: any Decoder) throws {
        self = try Self(id: 0, name: "", url: .unset).decoded(from: decoder)
    }

    /// Encodes a repository as GitHub sends it.
    public func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }

    mutating func code(_ fields: ModelFields) throws {
        try fields.required("id", &id)
        try fields.required("html_url", &url)
        try fields.text("name", &name)
        if name.isEmpty { name = url.lastPathComponent }
        try fields.value("owner", &owner)
        // After the owner and the name, which it usually consists of.
        try fields.text("full_name", &fullName)
        try fields.count("stargazers_count", &starCount)
        try fields.value("description", &description)
        try fields.value("language", &language)
        try fields.elements("topics", &topics)
        try fields.count("forks_count", &forkCount)
        try fields.count("open_issues_count", &openIssueCount)
        try fields.count("size", &size)
        try fields.text("homepage", &homepage)
        try fields.text("default_branch", &defaultBranch)
        try fields.value("fork", &isFork)
        try fields.value("archived", &isArchived)
        try fields.value("disabled", &isDisabled)
        try fields.value("has_issues", &hasIssues)
        try fields.value("has_projects", &hasProjects)
        try fields.value("has_wiki", &hasWiki)
        try fields.value("has_pages", &hasPages)
        try fields.value("visibility", &visibility)
        try fields.text("spdx_id", of: "license", &license)
        try fields.date("pushed_at", &pushedAt)
        try fields.date("created_at", &createdAt)
        try fields.date("updated_at", &updatedAt)
        try fields.elements("text_matches", &textMatches)
    }
}

/// Which users can see a repository.
public struct GitHubVisibility: RawRepresentable, Sendable, Hashable, Codable {
    /// All users.
    public static let `public` = Self(rawValue: "public")
    /// Users with access to the repository.
    public static let `private` = Self(rawValue: "private")
    /// Members of the enterprise.
    public static let `internal` = Self(rawValue: "internal")

    /// The string of GitHub's API.
    public let rawValue: String

    /// Creates a value, which may be one that Seek does not know.
    public init(rawValue: String) { self.rawValue = rawValue }
}
