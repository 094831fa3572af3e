public import SeekModels
public import SeekNetworking

/// Which repositories of a user are listed (`type`).
public enum GitHubUserRepositoryType: String, Sendable, Hashable, CaseIterable {
    /// All.
    case all
    /// Repositories owned by the user, GitHub's default.
    case owner
    /// Repositories of other owners to which the user has access.
    case member
}

/// Which repositories of an organization are listed (`type`).
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
    /// By stars.
    ///
    /// GitHub's listings have no such order, so the repository search is used instead: it counts against the search
    /// limit of 30 requests a minute (10 without a token), returns at most ``GitHubClient/maximumResults``
    /// repositories, may not reflect the changes of the last minutes, and does not support the types `member` and, for
    /// users, `all`.
    case stars
}

/// Each listing is available as a source, whose search text is the login of the account, and as a sequence of the
/// source's pages.
extension GitHubClient {
    /// Returns a source of the public repositories of a user or organization. The search text is the login: 1...100
    /// characters. (GitHub's own limit is 39.)
    ///
    /// ```swift
    /// let page = try await gitHub.userRepositories(sort: .pushed).page(for: "octocat", at: nil)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The repositories to list; nil lists those owned by the user, forks included.
    ///   - sort: The order; nil is by full name.
    ///   - direction: The direction of the order; nil is ascending by full name and descending otherwise.
    ///   - pageSize: The number of results per page: 1...100.
    public func userRepositories(
        type: GitHubUserRepositoryType? = nil,
        sort: GitHubRepositoryListSort? = nil,
        direction: GitHubOrder? = nil,
        pageSize: Int = 30
    ) -> some SearchSource<GitHubRepository> {
        repositories(of: .user, (type?.rawValue, type.searchQualifiers), sort, direction, pageSize)
    }

    /// Returns a source of the repositories of an organization. The search text is the login: 1...100 characters.
    ///
    /// - Parameters:
    ///   - type: The repositories to list; nil lists all.
    ///   - sort: The order; nil is by creation, latest first.
    ///   - direction: The direction of the order; nil is ascending by full name and descending otherwise.
    ///   - pageSize: The number of results per page: 1...100.
    public func organizationRepositories(
        type: GitHubOrganizationRepositoryType? = nil,
        sort: GitHubRepositoryListSort? = nil,
        direction: GitHubOrder? = nil,
        pageSize: Int = 30
    ) -> some SearchSource<GitHubRepository> {
        repositories(of: .organization, (type?.rawValue, type.searchQualifiers), sort, direction, pageSize)
    }

    /// Returns the pages of ``userRepositories(type:sort:direction:pageSize:)`` of a user, each requested when the loop
    /// reaches it.
    ///
    /// ```swift
    /// for try await repository in gitHub.repositories(of: "octocat", sort: .stars).items { print(repository.name) }
    /// ```
    public func repositories(
        of user: String,
        type: GitHubUserRepositoryType? = nil,
        sort: GitHubRepositoryListSort? = nil,
        direction: GitHubOrder? = nil,
        pageSize: Int = 30,
        from cursor: PageCursor? = nil
    ) -> PageSequence<SearchPage<GitHubRepository>, PageCursor, SearchError> {
        userRepositories(type: type, sort: sort, direction: direction, pageSize: pageSize)
            .pages(for: user, from: cursor)
    }

    /// Returns the pages of ``organizationRepositories(type:sort:direction:pageSize:)`` of an organization, each
    /// requested when the loop reaches it.
    public func repositories(
        ofOrganization organization: String,
        type: GitHubOrganizationRepositoryType? = nil,
        sort: GitHubRepositoryListSort? = nil,
        direction: GitHubOrder? = nil,
        pageSize: Int = 30,
        from cursor: PageCursor? = nil
    ) -> PageSequence<SearchPage<GitHubRepository>, PageCursor, SearchError> {
        organizationRepositories(type: type, sort: sort, direction: direction, pageSize: pageSize)
            .pages(for: organization, from: cursor)
    }
}

extension GitHubClient {
    /// Returns a source of an account's repositories: from a search if they are sorted by stars, otherwise from the
    /// listing.
    ///
    /// - Parameter type: The value of the parameter `type`, and the search qualifiers that select the same
    ///   repositories. The qualifiers are nil if a search cannot select them.
    private func repositories(
        of kind: GitHubAccountKind,
        _ type: (name: String?, qualifiers: [GitHubQualifier]?),
        _ sort: GitHubRepositoryListSort?,
        _ direction: GitHubOrder?,
        _ pageSize: Int
    ) -> some SearchSource<GitHubRepository> {
        ClientSource(name: "github", displayName: "GitHub", client: self) { client, login, cursor throws(SearchError) in
            let login = try QueryText.checked(login, name: "\(kind.rawValue) name", limit: 100)
            let parameters: QueryParameters = [
                "type": type.name, "sort": sort == .stars ? nil : sort?.rawValue, "direction": direction?.rawValue,
                "per_page": try QueryText.checked(pageSize: pageSize, limit: Self.maximumPageSize),
            ]
            func listing() async throws(SearchError) -> SearchPage<GitHubRepository> {
                let page: SearchPage<GitHubRepository> = try await client.list(
                    .repositories(of: kind, login: login),
                    parameters,
                    subject: "\(kind.rawValue) '\(login)'",
                    at: cursor
                )
                // A cursor contains the account's ID, not its login. The owner of the first repository therefore shows
                // whether the cursor belongs to this account. Types without search qualifiers are not checked: `all`
                // of a user, for example, also lists repositories of other owners.
                if cursor != nil, type.qualifiers != nil, let owner = page.items.first?.owner,
                    owner.login.lowercased() != login.lowercased()
                {
                    throw .cursorOfAnotherSearch
                }
                return page
            }
            guard sort == .stars else { return try await listing() }
            guard let qualifiers = type.qualifiers else {
                let name = type.name ?? ""
                throw .invalidQuery("GitHub cannot sort the type '\(name)' by stars; use another type or order")
            }
            let account: GitHubQualifier = kind == .user ? .user(login) : .organization(login)
            let query = ([account] + qualifiers).reduce(GitHubQuery()) { $0.with($1) }
            do throws(SearchError) {
                return try await client.searchRepositories(
                    query,
                    sort: .stars,
                    order: direction,
                    pageSize: pageSize,
                    at: cursor
                )
            } catch .rejected(let service, let message, let error) where cursor == nil {
                // GitHub rejects the search both for an unknown account and for an account without repositories. The
                // listing distinguishes these cases.
                let page = try await listing()
                guard page.items.isEmpty else { throw .rejected(service, message, error) }
                return page
            }
        }
    }
}

extension GitHubUserRepositoryType? {
    /// The search qualifiers that select the same repositories; nil if a search cannot select them.
    fileprivate var searchQualifiers: [GitHubQualifier]? {
        switch self {
        // The listing has public repositories only, whatever the token.
        case nil, .owner: [.is("public"), .includingForks]
        case .all, .member: nil
        }
    }
}

extension GitHubOrganizationRepositoryType? {
    /// The search qualifiers that select the same repositories; nil if a search cannot select them.
    fileprivate var searchQualifiers: [GitHubQualifier]? {
        switch self {
        case nil, .all: [.includingForks]
        case .public: [.is("public"), .includingForks]
        case .private: [.is("private"), .includingForks]
        case .forks: [.onlyForks]
        case .sources: []
        case .member: nil
        }
    }
}

extension GitHubClient {
    /// Returns an error for a search that GitHub has rejected. If GitHub does not find a repository of the query, the
    /// error contains its new name: a search does not follow a renamed repository, but a request for it does.
    ///
    /// Each name costs one request, which counts against the limit `core`; at most three are looked up. The search is
    /// not sent again.
    func explained(_ error: SearchError, ofSearchFor text: String) async -> SearchError {
        guard case .rejected(let service, let message, let cause) = error, message.contains("cannot be searched") else {
            return error
        }
        let names = Self.repositoryNames(in: text).prefix(3)
        var changes: [String] = []
        for name in names {
            if let newName = await newName(ofRepository: name) { changes.append("\(name) is now \(newName)") }
        }
        guard !changes.isEmpty else { return error }
        let cost = "\(names.count) further \(names.count == 1 ? "request" : "requests")"
        let hint = "the repository \(changes.joined(separator: ", and ")) (\(cost)); search with the new name"
        return .rejected(service, "\(message.hasSuffix(".") ? String(message.dropLast()) : message); \(hint)", cause)
    }

    private static func repositoryNames(in text: String) -> [String] {
        var names: [String] = []
        for token in GitHubQueryToken.tokens(of: text) where !token.isExcluded {
            if case .qualifier("repo", let value) = token.kind, !names.contains(value) { names.append(value) }
        }
        return names
    }

    /// Returns the name of a repository that has been renamed or transferred; nil for any other, or if it is unknown.
    private func newName(ofRepository name: String) async -> String? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts.contains(where: \.isEmpty) else { return nil }
        guard let repository = try? await repository(owner: parts[0], name: parts[1]).value, repository.owner != nil
        else { return nil }
        return repository.fullName.lowercased() == name.lowercased() ? nil : repository.fullName
    }
}
