import SeekBasics

extension SearchHit {
    /// The kind of a result. Custom sources may define further kinds.
    public struct Kind: RawRepresentable, Sendable, Hashable, Codable, ExpressibleByStringLiteral {
        /// The kind's name: `video`.
        public let rawValue: String

        /// Creates a kind with a name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Creates a kind with a name.
        public init(stringLiteral value: String) { rawValue = value }

        /// A video.
        public static let video: Kind = "video"
        /// A channel.
        public static let channel: Kind = "channel"
        /// A playlist.
        public static let playlist: Kind = "playlist"
        /// A repository.
        public static let repository: Kind = "repository"
        /// An issue.
        public static let issue: Kind = "issue"
        /// A pull request.
        public static let pullRequest: Kind = "pull-request"
        /// A user or an organization.
        public static let user: Kind = "user"
        /// A file found by code search.
        public static let code: Kind = "code"
        /// A commit.
        public static let commit: Kind = "commit"
        /// A topic.
        public static let topic: Kind = "topic"
    }
}

/// The searches of both services: one for each kind of results.
extension SearchHit.Kind {
    /// The kinds, the services that find them, and their plurals.
    private static let searches: [(kind: Self, service: SearchService, plural: String)] = [
        (.video, .youTube, "videos"), (.channel, .youTube, "channels"), (.playlist, .youTube, "playlists"),
        (.repository, .gitHub, "repositories"), (.issue, .gitHub, "issues"), (.pullRequest, .gitHub, "pull requests"),
        (.user, .gitHub, "users"), (.code, .gitHub, "code"), (.commit, .gitHub, "commits"),
        (.topic, .gitHub, "topics"),
    ]

    /// The kinds that the services can search, in the order in which front ends list them.
    public static let searchable = searches.map(\.kind)

    private var search: (kind: Self, service: SearchService, plural: String)? {
        Self.searches.first { $0.kind == self }
    }

    /// The service that is searched for this kind; nil if neither has a search for it.
    public var service: SearchService? { search?.service }

    /// The name of the kind for users: `videos`, `prs`.
    public var pluralName: String { self == .pullRequest ? "prs" : search?.plural ?? rawValue }

    /// The name of the source in ``SourceReport``: `youtube` for videos, `github` for repositories, otherwise the
    /// service and the plural, such as `github-pull-requests`.
    public var sourceName: String {
        sourceDisplayName.lowercased().replacing(" ", with: "-")
    }

    /// The user-facing name of the source: `YouTube`, `GitHub pull requests`.
    public var sourceDisplayName: String {
        guard let search else { return rawValue }
        let isMain = self == .video || self == .repository
        return isMain ? search.service.rawValue : "\(search.service) \(search.plural)"
    }
}

extension SourceReport {
    /// The service of one of the clients' sources; nil for a custom source.
    public var service: SearchService? { SearchHit.Kind.searchable.first { $0.sourceName == name }?.service }
}
