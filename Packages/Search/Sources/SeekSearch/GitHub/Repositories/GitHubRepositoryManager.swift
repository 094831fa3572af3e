public import Observation
public import SeekModels
public import SeekNetworking

/// A client that fetches the repositories of a user: ``GitHubClient``, or a mock.
public protocol GitHubRepositoryClient: CallConfigurable {
    /// Returns a page of a user's repositories.
    ///
    /// - Parameters:
    ///   - user: The login.
    ///   - cursor: The page; nil is the first.
    func repositories(
        of user: String,
        at cursor: PageCursor?
    ) async throws(SearchError) -> SearchPage<GitHubRepository>
}

extension GitHubClient: GitHubRepositoryClient {
    /// Returns a page of 30 repositories of a user, by full name.
    public func repositories(
        of user: String,
        at cursor: PageCursor?
    ) async throws(SearchError) -> SearchPage<GitHubRepository> {
        try await repositories(of: user, sort: nil, at: cursor)
    }
}

/// Loads the repositories of a user page by page, for a list screen.
///
/// ```swift
/// let manager = GitHubRepositoryManager(client: gitHub)
/// await manager.load(user: "octocat")
/// print(manager.repositories.map(\.name), manager.failure ?? "")
/// ```
///
/// Only the latest load is shown. An empty user name fails without a request.
@MainActor
@Observable
public final class GitHubRepositoryManager {
    /// The loaded repositories, in GitHub's order.
    public var repositories: [GitHubRepository] { model.items }
    /// Whether a load is in progress.
    public var isLoading: Bool { model.isSearching }
    /// Whether there is a further page.
    public var hasMore: Bool { model.hasMore }
    /// The error of the last load; nil if there was none.
    public var failure: SearchError? {
        if case .failure(let error) = model.phase { error } else { nil }
    }

    private let model: SearchModel<GitHubRepository>

    /// Creates a manager.
    public init(client: some GitHubRepositoryClient) {
        model = SearchModel(
            source: ClosureSource(client) { client, user, cursor throws(SearchError) in
                // Validated here, so that custom clients need not: GitHub would respond to an empty name with another
                // listing.
                try await client.repositories(
                    of: try QueryText.checked(user, name: "user name", limit: 100),
                    at: cursor
                )
            }
        )
    }

    /// Loads the first page of a user's repositories, replacing the previous ones. Cancelling the caller's task
    /// cancels the load.
    public func load(user: String) async {
        model.text = user
        await finish(model.search())
    }

    /// Loads the next page. Cancelling the caller's task cancels the load, unless another call has started it.
    public func loadMore() async {
        let startsLoad = model.hasMore && !model.isSearching
        let task = model.loadMore()
        // A load started by another call is waited for, not cancelled.
        if startsLoad { await finish(task) } else { await task.value }
    }

    /// Waits for a load, and cancels it when the caller's task is cancelled.
    private func finish(_ task: Task<Void, Never>) async {
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Cancels the load in progress.
    public func cancel() {
        model.cancel()
    }
}
