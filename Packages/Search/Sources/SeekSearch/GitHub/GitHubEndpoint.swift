import SeekBasics
import SeekNetworking

/// The kind of an account whose repositories are listed. The raw value is its name in errors.
enum GitHubAccountKind: String { case user, organization }

/// An endpoint of the GitHub REST API that ``GitHubClient`` calls. ``GitHubSamples`` has a response for each.
enum GitHubEndpoint: Sendable, Hashable {
    case search(GitHubSearchKind)
    case repositories(of: GitHubAccountKind, login: String)
    /// A repository, by ID.
    case repository(Int64)
    /// A repository, by its present or a former name.
    case repositoryNamed(owner: String, name: String)
    case rateLimits

    var path: EndpointPath {
        switch self {
        case .search(.repositories): "search/repositories"
        case .search(.issues): "search/issues"
        case .search(.users): "search/users"
        case .search(.code): "search/code"
        case .search(.commits): "search/commits"
        case .search(.topics): "search/topics"
        case .search(.labels): "search/labels"
        case .repositories(of: .user, let login): "users/\(login)/repos"
        case .repositories(of: .organization, let login): "orgs/\(login)/repos"
        case .repository(let id): "repositories/\(String(id))"
        case .repositoryNamed(let owner, let name): "repos/\(owner)/\(name)"
        case .rateLimits: "rate_limit"
        }
    }

    /// Returns whether the URL of a page can belong to this endpoint and these parameters.
    ///
    /// GitHub's links contain the ID of an account in place of its login; an ID is not compared. A parameter is
    /// compared if the URL and `parameters` both have it, except `page` and `per_page`.
    func hasPage(at url: URL, with parameters: QueryParameters) -> Bool {
        let segments = url.path().split(separator: "/").map(String.init)
        let endpointSegments = path.encoded.split(separator: "/").map(String.init)
        switch self {
        case .repository, .repositoryNamed, .rateLimits: return false
        case .search:
            guard segments.suffix(2) == endpointSegments[...] else { return false }
        case .repositories:
            guard let route = segments.suffix(3).first, segments.last == "repos" else { return false }
            let isByID = ["user", "organizations"].contains(route)
            guard isByID || segments.suffix(3).map({ $0.lowercased() }) == endpointSegments.map({ $0.lowercased() })
            else { return false }
        }
        return QueryParameters(of: url).items.allSatisfy { item in
            guard item.name != "page", item.name != "per_page" else { return true }
            return parameters.items.first { $0.name == item.name }.map { $0.value == item.value } ?? true
        }
    }
}
