import SeekBasics
public import SeekModels
public import SeekNetworking

extension ClientConfiguration {
    /// Returns a configuration of clients that return sample responses and send nothing, for previews and tests.
    ///
    /// Every call has a sample. Searches return the same few results for any text, at most 8 per page; those for videos
    /// and repositories have a second page. Lookups return items with the requested ids. The source of a sample is
    /// ``/SeekNetworking/Provenance/Source/sample``. Samples are not stored, counted or retried.
    ///
    /// ```swift
    /// let offline = ClientConfiguration.sample(.delayed(.seconds(1))) { _ in .failure(.cannotConnect) }
    /// ```
    /// - Parameters:
    ///   - behavior: Whether the samples are delayed. With ``/SeekNetworking/StubBehavior/never``, each call fails.
    ///   - overrideResponse: Returns an override of the response to a request: another status or body, or a transport
    ///     failure. If it returns nil, as by default, the response is the sample.
    public static func sample(
        _ behavior: StubBehavior = .immediate,
        overrideResponse: (@Sendable (HTTPRequest) -> ResponseOverride?)? = nil
    ) -> ClientConfiguration {
        var configuration = ClientConfiguration(transport: NoTransport())
        configuration.stubBehavior = behavior
        configuration.overrideResponse = overrideResponse
        return configuration
    }
}

extension YouTubeClient {
    /// Returns a client that returns sample responses and sends nothing, for previews and tests.
    ///
    /// ```swift
    /// let model = SearchModel(source: YouTubeClient.sample().source())
    /// let limited = YouTubeClient.sample { $0.url.path().hasSuffix("/search") ? .status(429) : nil }
    /// ```
    /// The parameters are those of ``ClientConfiguration/sample(_:overrideResponse:)``.
    public static func sample(
        _ behavior: StubBehavior = .immediate,
        overrideResponse: (@Sendable (HTTPRequest) -> ResponseOverride?)? = nil
    ) -> YouTubeClient {
        YouTubeClient(apiKey: "sample", configuration: .sample(behavior, overrideResponse: overrideResponse))
    }
}

extension GitHubClient {
    /// Returns a client that returns sample responses and sends nothing, for previews and tests.
    ///
    /// ```swift
    /// let model = SearchModel(source: GitHubClient.sample().userRepositories())
    /// let unknown = GitHubClient.sample { $0.url.path().hasSuffix("/repos") ? .status(404) : nil }
    /// ```
    /// The parameters are those of ``ClientConfiguration/sample(_:overrideResponse:)``.
    public static func sample(
        _ behavior: StubBehavior = .immediate,
        overrideResponse: (@Sendable (HTTPRequest) -> ResponseOverride?)? = nil
    ) -> GitHubClient {
        GitHubClient(token: "sample", configuration: .sample(behavior, overrideResponse: overrideResponse))
    }
}

/// A client of a ``GitHubRepositoryListModel`` that returns given repositories, and records the requested users.
///
/// ```swift
/// let client = StubRepositoryClient(["swift-nio", "swift"])
/// let list = GitHubRepositoryListModel(client: client)
/// await list.load(user: "octocat")
/// print(client.users, list.repositories.map(\.name))  // ["octocat"] ["swift-nio", "swift"]
/// ```
public final class StubRepositoryClient: GitHubRepositoryClient {
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
