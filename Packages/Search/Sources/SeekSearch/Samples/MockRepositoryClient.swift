import SeekBasics
public import SeekModels

/// A client of a ``GitHubRepositoryListModel`` that returns given repositories, and records the requested users.
///
/// ```swift
/// let client = MockRepositoryClient(["swift-nio", "swift"])
/// let list = GitHubRepositoryListModel(client: client)
/// await list.load(user: "octocat")
/// print(client.users, list.repositories.map(\.name))  // ["octocat"] ["swift-nio", "swift"]
/// ```
public final class MockRepositoryClient: GitHubRepositoryClient {
    private let requests = Mutex<[(user: String, options: GitHubRepositoryListOptions)]>([])
    private let respond: @Sendable (String, PageCursor?) async throws(SearchError) -> SearchPage<GitHubRepository>

    /// The requested users, in order.
    public var users: [String] { requests.withLock { $0.map(\.user) } }
    /// The options of the requests, in order.
    public var options: [GitHubRepositoryListOptions] { requests.withLock { $0.map(\.options) } }

    /// Creates a client that returns one page of repositories with these names for each user.
    public convenience init(_ names: [String]) {
        self.init { user, _ throws(SearchError) in
            let owner = GitHubSamples.account(user)
            return SearchPage(
                items: names.enumerated().map { index, name in
                    let url = GitHubSamples.pageURL(of: user, "/\(name)")
                    var repository = GitHubRepository(id: Int64(index + 1), name: name, url: url)
                    repository.owner = owner
                    return repository
                }
            )
        }
    }

    /// Creates a client that returns the pages of a closure, which receives the user and the cursor; a nil cursor is the
    /// first page. To fail, the closure throws an error: `throw SearchError.other(MyError())`.
    public init(
        returning respond:
            @escaping @Sendable (String, PageCursor?) async throws(SearchError) -> SearchPage<GitHubRepository>
    ) {
        self.respond = respond
    }

    /// Records the user and the options, and returns a page.
    public func repositories(
        of user: String,
        options: GitHubRepositoryListOptions,
        at cursor: PageCursor?
    ) async throws(SearchError) -> SearchPage<GitHubRepository> {
        requests.withLock { $0.append((user, options)) }
        return try await respond(user, cursor)
    }
}
