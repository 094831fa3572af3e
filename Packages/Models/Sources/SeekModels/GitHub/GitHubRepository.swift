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

extension GitHubRepository: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, name, owner, description, language, topics, fork, archived, disabled, visibility, license, size,
            homepage
        case fullName = "full_name"
        case url = "html_url"
        case starCount = "stargazers_count"
        case forkCount = "forks_count"
        case openIssueCount = "open_issues_count"
        case defaultBranch = "default_branch"
        case hasIssues = "has_issues"
        case hasProjects = "has_projects"
        case hasWiki = "has_wiki"
        case hasPages = "has_pages"
        case pushedAt = "pushed_at"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case textMatches = "text_matches"
    }

    private enum LicenseKeys: String, CodingKey {
        case spdxID = "spdx_id"
    }

    /// Decodes a repository. Throws if the id or URL is missing or invalid. A missing name is taken from the URL.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.integer(forKey: .id)
        url = try container.webURL(forKey: .url)
        name = container.nonEmptyStringIfValid(forKey: .name) ?? url.lastPathComponent
        starCount = container.count(forKey: .starCount)
        owner = container.decodeIfValid(GitHubAccount.self, forKey: .owner)
        description = container.decodeIfValid(String.self, forKey: .description)
        language = container.decodeIfValid(String.self, forKey: .language)
        topics = container.validElements(of: String.self, forKey: .topics)
        forkCount = container.count(forKey: .forkCount)
        openIssueCount = container.count(forKey: .openIssueCount)
        size = container.count(forKey: .size)
        homepage = container.nonEmptyStringIfValid(forKey: .homepage)
        defaultBranch = container.nonEmptyStringIfValid(forKey: .defaultBranch)
        isFork = container.decodeIfValid(Bool.self, forKey: .fork) ?? false
        isArchived = container.decodeIfValid(Bool.self, forKey: .archived) ?? false
        isDisabled = container.decodeIfValid(Bool.self, forKey: .disabled) ?? false
        hasIssues = container.decodeIfValid(Bool.self, forKey: .hasIssues)
        hasProjects = container.decodeIfValid(Bool.self, forKey: .hasProjects)
        hasWiki = container.decodeIfValid(Bool.self, forKey: .hasWiki)
        hasPages = container.decodeIfValid(Bool.self, forKey: .hasPages)
        license = container.nestedContainerIfValid(keyedBy: LicenseKeys.self, forKey: .license)?
            .decodeIfValid(String.self, forKey: .spdxID)
        pushedAt = container.date(forKey: .pushedAt)
        visibility = container.decodeIfValid(GitHubVisibility.self, forKey: .visibility)
        createdAt = container.date(forKey: .createdAt)
        updatedAt = container.date(forKey: .updatedAt)
        textMatches = container.validElements(of: GitHubTextMatch.self, forKey: .textMatches)
        if let fullName = container.nonEmptyStringIfValid(forKey: .fullName) { self.fullName = fullName }
    }

    /// Encodes a repository as GitHub sends it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        try container.encode(fullName, forKey: .fullName)
        try container.encode(url.absoluteString, forKey: .url)
        try container.encodeIfPresent(starCount, forKey: .starCount)
        try container.encodeIfPresent(owner, forKey: .owner)
        try container.encodeIfPresent(description, forKey: .description)
        try container.encodeIfPresent(language, forKey: .language)
        try container.encode(topics, forKey: .topics)
        try container.encodeIfPresent(forkCount, forKey: .forkCount)
        try container.encodeIfPresent(openIssueCount, forKey: .openIssueCount)
        try container.encodeIfPresent(size, forKey: .size)
        try container.encodeIfPresent(homepage, forKey: .homepage)
        try container.encodeIfPresent(defaultBranch, forKey: .defaultBranch)
        try container.encode(isFork, forKey: .fork)
        try container.encode(isArchived, forKey: .archived)
        try container.encode(isDisabled, forKey: .disabled)
        try container.encodeIfPresent(hasIssues, forKey: .hasIssues)
        try container.encodeIfPresent(hasProjects, forKey: .hasProjects)
        try container.encodeIfPresent(hasWiki, forKey: .hasWiki)
        try container.encodeIfPresent(hasPages, forKey: .hasPages)
        try container.encodeIfPresent(visibility, forKey: .visibility)
        var licenseContainer = container.nestedContainer(keyedBy: LicenseKeys.self, forKey: .license)
        try licenseContainer.encodeIfPresent(license, forKey: .spdxID)
        try container.encode(date: pushedAt, forKey: .pushedAt)
        try container.encode(date: createdAt, forKey: .createdAt)
        try container.encode(date: updatedAt, forKey: .updatedAt)
        try container.encode(textMatches, forKey: .textMatches)
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
