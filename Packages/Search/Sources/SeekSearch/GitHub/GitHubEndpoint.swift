import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An endpoint of the GitHub REST API that ``GitHubClient`` calls. Each has a sample.
enum GitHubEndpoint: Sendable, Hashable {
    case search(GitHubSearchKind)
    /// The repositories of a user, by login.
    case userRepositories(String)
    /// The repositories of an organization, by login.
    case organizationRepositories(String)
    /// A repository, by ID.
    case repository(Int64)
    /// The status of all rate limits.
    case rateLimits

    var path: EndpointPath {
        switch self {
        case .search(let kind): "search/\(kind.rawValue)"
        case .userRepositories(let user): "users/\(user)/repos"
        case .organizationRepositories(let organization): "orgs/\(organization)/repos"
        case .repository(let id): "repositories/\(String(id))"
        case .rateLimits: "rate_limit"
        }
    }

    /// Returns whether a URL may be that of a page of this endpoint with these parameters.
    ///
    /// GitHub's links repeat the parameters, and contain the ID of an account in place of its login. The page size may
    /// differ.
    func isPage(_ url: URL, with parameters: QueryParameters) -> Bool {
        let segments = url.path().split(separator: "/").map(String.init)
        let endpointSegments = path.encoded.split(separator: "/").map(String.init)
        switch self {
        case .repository, .rateLimits: return false
        case .search:
            guard segments.suffix(2) == endpointSegments[...] else { return false }
        case .userRepositories, .organizationRepositories:
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
