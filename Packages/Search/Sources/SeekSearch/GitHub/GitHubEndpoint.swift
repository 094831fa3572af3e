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
    /// An issue or a pull request.
    case issue(Int64, owner: String, repository: String)
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
        case .issue(let number, let owner, let name): "repos/\(owner)/\(name)/issues/\(String(number))"
        case .rateLimits: "rate_limit"
        }
    }

    /// Returns whether the URL of a page can belong to this endpoint and these parameters.
    ///
    /// GitHub's links contain the ID of an account in place of its login; an ID is not compared. The URL must have the
    /// same parameters, except the page and its size, and may have others that Seek does not send.
    func hasPage(at url: URL, with parameters: QueryParameters) -> Bool {
        let segments = url.path().split(separator: "/").map(String.init)
        let endpointSegments = path.encoded.split(separator: "/").map(String.init)
        switch self {
        case .repository, .repositoryNamed, .issue, .rateLimits: return false
        case .search:
            guard segments.suffix(2) == endpointSegments[...] else { return false }
        case .repositories:
            guard let route = segments.suffix(3).first, segments.last == "repos" else { return false }
            let isByID = ["user", "organizations"].contains(route)
            guard isByID || segments.suffix(3).map({ $0.lowercased() }) == endpointSegments.map({ $0.lowercased() })
            else { return false }
        }
        func values(_ name: String, _ parameters: QueryParameters) -> [[UInt8]] {
            parameters.items.filter { $0.name == name }.map { Array($0.value.utf8) }
        }
        let parametersOfPage = QueryParameters(of: url)
        return Self.selectingParameters.allSatisfy { values($0, parametersOfPage) == values($0, parameters) }
    }

    /// The parameters that select results or determine their order.
    private static let selectingParameters = [
        "q", "sort", "order", "direction", "type", "search_type", "advanced_search", "repository_id",
    ]
}
