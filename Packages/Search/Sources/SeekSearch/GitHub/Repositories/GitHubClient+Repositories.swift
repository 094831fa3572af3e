public import SeekModels
import SeekNetworking

/// The repositories of a user to list (`type`).
public enum GitHubUserRepositoryType: String, Sendable, Hashable, CaseIterable {
    /// All.
    case all
    /// Repositories owned by the user, GitHub's default.
    case owner
    /// Repositories of others to which the user has access.
    case member
}

/// The repositories of an organization to list (`type`).
public enum GitHubOrganizationRepositoryType: String, Sendable, Hashable, CaseIterable {
    /// All, GitHub's default.
    case all
    /// Public repositories.
    case `public`
    /// Private repositories.
    case `private`
    /// Forks.
    case forks
    /// Repositories that are not forks.
    case sources
    /// Repositories to which the authenticated user has access.
    case member
}

/// The order of listed repositories.
public enum GitHubRepositoryListSort: String, Sendable, Hashable, CaseIterable {
    /// By the time of creation.
    case created
    /// By the time of the last update.
    case updated
    /// By the time of the last push.
    case pushed
    /// By owner and name.
    case fullName = "full_name"
}

extension GitHubClient {
    /// Returns a page of the public repositories of a user or organization.
    ///
    /// - Parameters:
    ///   - user: The login: 1...100 characters. (GitHub's own limit is 39.)
    ///   - type: The repositories to list; nil lists those owned by the user.
    ///   - sort: The order; nil is by full name.
    ///   - direction: The direction of the order.
    ///   - pageSize: The number of results per page: 1...100.
    ///   - cursor: The page; nil is the first.
    public func repositories(
        of user: String,
        type: GitHubUserRepositoryType? = nil,
        sort: GitHubRepositoryListSort? = nil,
        direction: GitHubOrder? = nil,
        pageSize: Int = 30,
        at cursor: PageCursor? = nil
    ) async throws(SearchError) -> SearchPage<GitHubRepository> {
        let user = try QueryText.checked(user, name: "user name", limit: 100)
        let parameters = try Self.parameters(type?.rawValue, sort, direction, pageSize)
        let first = EndpointLocation.path("users/\(user)/repos", parameters)
        return try await list(GitHubRepository.self, first, subject: "user '\(user)'", at: cursor)
    }

    /// Returns a page of the repositories of an organization.
    ///
    /// - Parameters:
    ///   - organization: The login: 1...100 characters.
    ///   - type: The repositories to list; nil lists all.
    ///   - sort: The order; nil is by creation, latest first.
    ///   - direction: The direction of the order.
    ///   - pageSize: The number of results per page: 1...100.
    ///   - cursor: The page; nil is the first.
    public func repositories(
        ofOrganization organization: String,
        type: GitHubOrganizationRepositoryType? = nil,
        sort: GitHubRepositoryListSort? = nil,
        direction: GitHubOrder? = nil,
        pageSize: Int = 30,
        at cursor: PageCursor? = nil
    ) async throws(SearchError) -> SearchPage<GitHubRepository> {
        let login = try QueryText.checked(organization, name: "organization name", limit: 100)
        let parameters = try Self.parameters(type?.rawValue, sort, direction, pageSize)
        let first = EndpointLocation.path("orgs/\(login)/repos", parameters)
        return try await list(GitHubRepository.self, first, subject: "organization '\(login)'", at: cursor)
    }

    /// Returns a source of the repositories of a user. The search text is the login.
    public func userRepositories(pageSize: Int = 30) -> some SearchSource<GitHubRepository> {
        ClosureSource(self) { client, user, cursor throws(SearchError) in
            try await client.repositories(of: user, pageSize: pageSize, at: cursor)
        }
    }

    private static func parameters(
        _ type: String?,
        _ sort: GitHubRepositoryListSort?,
        _ direction: GitHubOrder?,
        _ pageSize: Int
    ) throws(SearchError) -> QueryParameters {
        [
            "type": type, "sort": sort?.rawValue, "direction": direction?.rawValue,
            "per_page": try QueryText.checked(pageSize: pageSize, limit: maximumPageSize),
        ]
    }
}
