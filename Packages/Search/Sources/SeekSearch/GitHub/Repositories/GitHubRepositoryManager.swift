public import Observation
public import SeekModels

/// Fetches the repositories of a user: ``GitHubClient``, or a test's mock that records which user was asked for.
public protocol GitHubRepositoryClient: Sendable {
    /// One page of a user's repositories.
    ///
    /// - Parameters:
    ///   - user: the login.
    ///   - cursor: which page; nil is the first.
    func repositories(
        of user: String,
        at cursor: PageCursor?
    ) async throws(SearchError) -> SearchPage<GitHubRepository>
}

extension GitHubClient: GitHubRepositoryClient {
    /// One page of a user's repositories, 100 of them.
    public func repositories(
        of user: String,
        at cursor: PageCursor?
    ) async throws(SearchError) -> SearchPage<GitHubRepository> {
        try await repositories(of: user, pageSize: Self.maximumPageSize, at: cursor)
    }
}

/// Loads and keeps the repositories of a user.
///
/// ```swift
/// let manager = GitHubRepositoryManager(client: gitHub)
/// await manager.load(user: "octocat")
/// print(manager.repositories.map(\.name), manager.failure ?? "")
/// ```
///
/// The latest loading wins: one that was overtaken leaves no trace. An empty user name asks nothing and says so.
@MainActor
@Observable
public final class GitHubRepositoryManager {
    /// What was loaded, in GitHub's order.
    public var repositories: [GitHubRepository] { model.items }
    /// Whether something is being loaded.
    public var isLoading: Bool { model.isSearching }
    /// Whether there are more to load.
    public var hasMore: Bool { model.hasMore }
    /// Why the last loading failed, if it did.
    public var failure: SearchError? {
        if case .failure(let error) = model.phase { error } else { nil }
    }

    private let model: SearchModel<GitHubRepository>

    /// Makes a manager over a client.
    public init(client: any GitHubRepositoryClient) {
        model = SearchModel(
            source: GitHubSource { user, cursor throws(SearchError) in
                // Asked for here, so that no client has to: an empty name would list who knows what.
                try await client.repositories(
                    of: try QueryText.checked(user, name: "user name", limit: 100),
                    at: cursor
                )
            }
        )
    }

    /// Loads the first page of a user's repositories in place of those that are there. Cancelling the caller's task cancels it.
    public func load(user: String) async {
        model.text = user
        await finish(model.search())
    }

    /// Loads the next page behind those that are there. Cancelling the caller's task cancels it.
    public func loadMore() async {
        let isOwn = model.hasMore && !model.isSearching
        let work = model.loadMore()
        // Where another call is under way, this one waits for it and does not cancel it.
        if isOwn { await finish(work) } else { await work.value }
    }

    private func finish(_ work: Task<Void, Never>) async {
        await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            work.cancel()
        }
    }

    /// Ends the loading under way.
    public func cancel() {
        model.cancel()
    }
}
