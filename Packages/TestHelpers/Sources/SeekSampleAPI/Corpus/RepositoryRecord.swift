/// A user or an organization of the sample data.
struct AccountRecord: Decodable, Sendable {
    var login: String
    var id: Int
    var type: String

    var isOrganization: Bool { type == "Organization" }
}

/// A repository of the sample data. The other fields of GitHub's minimal repository are derived from these.
struct RepositoryRecord: Decodable, Sendable {
    struct Owner: Decodable, Sendable {
        var login: String
    }

    struct License: Decodable, Sendable {
        var key: String
        var name: String
        var spdxID: String

        private enum CodingKeys: String, CodingKey {
            case key, name
            case spdxID = "spdx_id"
        }
    }

    var id: Int
    var name: String
    var owner: Owner
    var description: String?
    var isFork: Bool
    var isTemplate: Bool
    var isArchived: Bool
    var homepage: String?
    var language: String?
    var license: License?
    var topics: [String]
    var starCount: Int?
    /// Whether responses contain the star count; if false, the member is missing rather than null.
    var hasStarCount: Bool
    var forkCount: Int
    var openIssueCount: Int
    /// The size in kilobytes, as in GitHub's responses.
    var size: Int
    var defaultBranch: String
    var createdAt: String
    var updatedAt: String
    var pushedAt: String
    /// The full names under which the repository was known before; nil if it has not been renamed.
    var formerNames: [String]?

    var fullName: String { "\(owner.login)/\(name)" }

    private enum CodingKeys: String, CodingKey {
        case id, name, owner, description, archived, homepage, language, license, topics, size, fork
        case isTemplate = "is_template"
        case starCount = "stargazers_count"
        case forkCount = "forks_count"
        case openIssueCount = "open_issues_count"
        case defaultBranch = "default_branch"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case pushedAt = "pushed_at"
        case formerNames = "former_names"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int.self, forKey: .id)
        name = try container.decode(String.self, forKey: .name)
        owner = try container.decode(Owner.self, forKey: .owner)
        description = try container.decodeIfPresent(String.self, forKey: .description)
        isFork = try container.decode(Bool.self, forKey: .fork)
        isTemplate = try container.decodeIfPresent(Bool.self, forKey: .isTemplate) ?? false
        isArchived = try container.decode(Bool.self, forKey: .archived)
        homepage = try container.decodeIfPresent(String.self, forKey: .homepage)
        language = try container.decodeIfPresent(String.self, forKey: .language)
        license = try container.decodeIfPresent(License.self, forKey: .license)
        topics = try container.decode([String].self, forKey: .topics)
        starCount = try container.decodeIfPresent(Int.self, forKey: .starCount)
        hasStarCount = container.contains(.starCount)
        forkCount = try container.decode(Int.self, forKey: .forkCount)
        openIssueCount = try container.decode(Int.self, forKey: .openIssueCount)
        size = try container.decode(Int.self, forKey: .size)
        defaultBranch = try container.decode(String.self, forKey: .defaultBranch)
        createdAt = try container.decode(String.self, forKey: .createdAt)
        updatedAt = try container.decode(String.self, forKey: .updatedAt)
        pushedAt = try container.decode(String.self, forKey: .pushedAt)
        formerNames = try container.decodeIfPresent([String].self, forKey: .formerNames)
    }
}
