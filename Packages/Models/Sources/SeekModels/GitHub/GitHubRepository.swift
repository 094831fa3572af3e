#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A repository on GitHub.
///
/// Of GitHub's *minimal repository* nearly every field may be missing or null. What a list cannot do without is
/// required; the rest is optional, and a missing star count is told apart from none.
public struct GitHubRepository: Sendable, Hashable, Identifiable {
    /// The id. Exceeds 32 bits.
    public var id: Int64
    /// The name without its owner: `swift-nio`.
    public var name: String
    /// The page for people (`html_url`).
    public var url: URL
    /// How many people starred it (`stargazers_count`), where GitHub tells.
    public var stars: Int64?
    /// The owner's login.
    public var owner: String?
    /// What its owner says of it.
    public var description: String?
    /// The main programming language.
    public var language: String?
    /// The topics.
    public var topics: [String]
    /// How many forks it has, where GitHub tells.
    public var forks: Int64?
    /// Whether it is a fork itself.
    public var isFork: Bool
    /// Whether it is archived: read-only.
    public var isArchived: Bool
    /// The licence's SPDX id, such as `Apache-2.0`.
    public var license: String?
    /// When something was last pushed to it.
    public var pushedAt: Date?
    /// When it was made.
    public var createdAt: Date?
    /// When it last changed.
    public var updatedAt: Date?
    /// Where the search text stands in it.
    public var textMatches: [GitHubTextMatch] = []

    /// Owner and name, `apple/swift-nio`; the name alone where the owner is not known.
    public var fullName: String { owner.map { "\($0)/\(name)" } ?? name }

    /// Makes a repository.
    public init(
        id: Int64,
        name: String,
        url: URL,
        stars: Int64? = nil,
        owner: String? = nil,
        description: String? = nil,
        language: String? = nil,
        topics: [String] = [],
        forks: Int64? = nil,
        isFork: Bool = false,
        isArchived: Bool = false,
        license: String? = nil,
        pushedAt: Date? = nil
    ) {
        self.id = id
        self.name = name
        self.url = url
        self.stars = stars
        self.owner = owner
        self.description = description
        self.language = language
        self.topics = topics
        self.forks = forks
        self.isFork = isFork
        self.isArchived = isArchived
        self.license = license
        self.pushedAt = pushedAt
    }
}

extension GitHubRepository: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id, name, owner, description, language, topics, fork, archived, license
        case url = "html_url"
        case stars = "stargazers_count"
        case forks = "forks_count"
        case pushedAt = "pushed_at"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case textMatches = "text_matches"
    }

    private struct Owner: Decodable {
        var login: String?
    }

    private struct License: Decodable {
        var spdx_id: String?
    }

    /// Reads a repository, refusing one without id, name or page.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(Int64.self, forKey: .id),
            name: try container.nonEmptyText(forKey: .name),
            url: try container.webURL(forKey: .url),
            stars: container.naturalNumber(forKey: .stars),
            owner: container.tolerant(Owner.self, forKey: .owner)?.login,
            description: container.tolerant(String.self, forKey: .description),
            language: container.tolerant(String.self, forKey: .language),
            topics: container.tolerant([String].self, forKey: .topics) ?? [],
            forks: container.naturalNumber(forKey: .forks),
            isFork: container.tolerant(Bool.self, forKey: .fork) ?? false,
            isArchived: container.tolerant(Bool.self, forKey: .archived) ?? false,
            license: container.tolerant(License.self, forKey: .license)?.spdx_id,
            pushedAt: container.date(forKey: .pushedAt)
        )
        createdAt = container.date(forKey: .createdAt)
        updatedAt = container.date(forKey: .updatedAt)
        textMatches = container.list(of: GitHubTextMatch.self, forKey: .textMatches)
    }
}
