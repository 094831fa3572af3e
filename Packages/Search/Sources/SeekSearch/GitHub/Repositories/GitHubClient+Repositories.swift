public import SeekModels
import SeekNetworking

/// Which repositories of a user are listed (`type`).
public enum GitHubUserRepositoryType: String, Sendable, Hashable, CaseIterable {
    /// All.
    case all
    /// The user's own: what GitHub does unless told otherwise.
    case owner
    /// Those of others which the user works on.
    case member
}

/// Which repositories of an organisation are listed (`type`).
public enum GitHubOrganizationRepositoryType: String, Sendable, Hashable, CaseIterable {
    /// All: what GitHub does unless told otherwise.
    case all
    /// Those everybody can see.
    case `public`
    /// Those only members can see.
    case `private`
    /// Forks.
    case forks
    /// All but forks.
    case sources
    /// Those the caller works on.
    case member
}

/// What listed repositories are sorted by.
public enum GitHubRepositoryListSort: String, Sendable, Hashable, CaseIterable {
    /// When they were made.
    case created
    /// When they last changed.
    case updated
    /// When something was last pushed to them.
    case pushed
    /// Owner and name.
    case fullName = "full_name"
}

extension GitHubClient {
    /// One page of the public repositories of a user or organisation, in order of full name unless told otherwise.
    ///
    /// - Parameters:
    ///   - user: the login: 1...100 characters (GitHub's own have at most 39).
    ///   - type: which of them; nil are the user's own.
    ///   - sort: what is sorted by; nil is the full name.
    ///   - direction: in which direction.
    ///   - pageSize: 1...100.
    ///   - cursor: which page; nil is the first.
    public func repositories(
        of user: String,
        type: GitHubUserRepositoryType? = nil,
        sort: GitHubRepositoryListSort? = nil,
        direction: GitHubOrder? = nil,
        pageSize: Int = 30,
        at cursor: PageCursor? = nil
    ) async throws(SearchError) -> SearchPage<GitHubRepository> {
        let user = try QueryText.checked(user, name: "user name", limit: 100)
        let query = try Self.query(type?.rawValue, sort, direction, pageSize)
        let first = EndpointLocation.path("users/\(user)/repos", query)
        return try await list(GitHubRepository.self, first, subject: "user '\(user)'", at: cursor)
    }

    /// One page of the repositories of an organisation, in order of creation, latest first, unless told otherwise.
    ///
    /// - Parameters:
    ///   - organization: the login: 1...100 characters.
    ///   - type: which of them; nil are all.
    ///   - sort: what is sorted by; nil is the time of creation.
    ///   - direction: in which direction.
    ///   - pageSize: 1...100.
    ///   - cursor: which page; nil is the first.
    public func repositories(
        ofOrganization organization: String,
        type: GitHubOrganizationRepositoryType? = nil,
        sort: GitHubRepositoryListSort? = nil,
        direction: GitHubOrder? = nil,
        pageSize: Int = 30,
        at cursor: PageCursor? = nil
    ) async throws(SearchError) -> SearchPage<GitHubRepository> {
        let login = try QueryText.checked(organization, name: "organisation name", limit: 100)
        let query = try Self.query(type?.rawValue, sort, direction, pageSize)
        let first = EndpointLocation.path("orgs/\(login)/repos", query)
        return try await list(GitHubRepository.self, first, subject: "organisation '\(login)'", at: cursor)
    }

    /// The repositories of the user who is asked for as a source.
    public func userRepositories(pageSize: Int = 30) -> some SearchSource<GitHubRepository> {
        GitHubSource { user, cursor throws(SearchError) in
            try await repositories(of: user, pageSize: pageSize, at: cursor)
        }
    }

    private static func query(
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
