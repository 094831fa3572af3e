/// The snippet of a video, a channel or a playlist.
struct SnippetRecord: Decodable, Sendable {
    var publishedAt: String
    /// The channel of a video or a playlist; nil for channels.
    var channelId: String?
    var title: String
    var description: String
    var thumbnails: [String: ThumbnailRecord]
    /// Nil for channels and playlists, as are the properties below.
    var categoryId: String?
    var liveBroadcastContent: String?
    var defaultAudioLanguage: String?
}

/// A thumbnail of the sample data, with the names of the YouTube Data API.
struct ThumbnailRecord: Decodable, Sendable {
    var url: String
    var width: Int?
    var height: Int?
}

/// A video of the sample data, with the names of the YouTube Data API.
struct VideoRecord: Decodable, Sendable {
    struct ContentDetails: Decodable, Sendable {
        var duration: String
        var dimension: String
        var definition: String
        var caption: String
        var licensedContent: Bool
    }

    struct Status: Decodable, Sendable {
        var privacyStatus: String
        var license: String
        var embeddable: Bool
    }

    struct Statistics: Decodable, Sendable {
        var viewCount: String
        var likeCount: String?
        var commentCount: String?
    }

    struct LiveStreamingDetails: Decodable, Sendable {
        var scheduledStartTime: String?
        var actualStartTime: String?
        var actualEndTime: String?
        var concurrentViewers: String?
    }

    var id: String
    var snippet: SnippetRecord
    var contentDetails: ContentDetails
    var status: Status
    var statistics: Statistics
    /// The times and the viewers of a live broadcast; nil for other videos.
    var liveStreamingDetails: LiveStreamingDetails?
}

/// A channel or a playlist of the sample data.
struct ChannelRecord: Decodable, Sendable {
    var id: String
    var snippet: SnippetRecord
}

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

/// An issue or a pull request of the sample data. The other fields of GitHub's response are derived from these.
struct IssueRecord: Decodable, Sendable {
    var id: Int
    /// The owner and name of the repository.
    var repository: String
    var number: Int
    var isPullRequest: Bool
    var title: String
    var body: String?
    var state: String
    var stateReason: String?
    /// The login of the author; nil for a deleted account.
    var author: String?
    var labels: [String]
    var assignees: [String]
    var milestone: String?
    var commentCount: Int
    /// The number of reactions of each kind, by GitHub's names: `+1`, `heart`.
    var reactions: [String: Int]
    var isDraft: Bool
    var isLocked: Bool
    var createdAt: String
    var updatedAt: String
    var closedAt: String?
    var mergedAt: String?

    private enum CodingKeys: String, CodingKey {
        case id, repository, number, title, body, state, labels, assignees, milestone, reactions
        case isPullRequest = "pull_request"
        case stateReason = "state_reason"
        case author = "user"
        case isDraft = "draft"
        case isLocked = "locked"
        case commentCount = "comments"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case closedAt = "closed_at"
        case mergedAt = "merged_at"
    }
}
