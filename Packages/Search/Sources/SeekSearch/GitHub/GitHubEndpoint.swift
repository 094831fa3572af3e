import SeekNetworking

/// An endpoint of the GitHub REST API that ``GitHubClient`` calls. Each has a sample.
enum GitHubEndpoint: Sendable, Hashable {
    case search(GitHubSearchKind)
    /// The repositories of a user, by login.
    case userRepositories(String)
    /// The repositories of an organization, by login.
    case organizationRepositories(String)

    var path: EndpointPath {
        switch self {
        case .search(let kind): "search/\(kind.rawValue)"
        case .userRepositories(let user): "users/\(user)/repos"
        case .organizationRepositories(let organization): "orgs/\(organization)/repos"
        }
    }
}
