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
