public import Observation
public import SeekModels
public import SeekNetworking

/// Which repositories of a user are listed, and in which order.
public struct GitHubRepositoryListOptions: Sendable, Hashable {
    /// The repositories to list; nil lists those owned by the user, forks included.
    public var type: GitHubUserRepositoryType?
    /// The order; nil is by full name.
    public var sort: GitHubRepositoryListSort?
    /// The direction of the order; nil is GitHub's default: ascending by full name, and descending otherwise.
    public var direction: GitHubOrder?

    /// Creates options.
    public init(
        type: GitHubUserRepositoryType? = nil,
        sort: GitHubRepositoryListSort? = nil,
        direction: GitHubOrder? = nil
    ) {
        self.type = type
        self.sort = sort
        self.direction = direction
    }
}

/// A client that fetches the repositories of a user: ``GitHubClient``, or a stub.
public protocol GitHubRepositoryClient: CallConfigurable {
    /// Returns a page of a user's repositories.
    ///
    /// - Parameters:
    ///   - user: The login.
    ///   - options: Which repositories are listed, and in which order.
    ///   - cursor: The page; nil is the first.
    func repositories(
        of user: String,
        options: GitHubRepositoryListOptions,
        at cursor: PageCursor?
    ) async throws(SearchError) -> SearchPage<GitHubRepository>
}

extension GitHubRepositoryClient {
    /// Returns the client itself: the options have no effect. (Declared here, so that custom clients need not import
    /// `SeekNetworking`.)
    public func with(_ change: (inout CallOptions) -> Void) -> Self { self }
}

extension GitHubClient: GitHubRepositoryClient {
    /// Returns a page of up to 100 repositories of a user.
    public func repositories(
        of user: String,
        options: GitHubRepositoryListOptions,
        at cursor: PageCursor?
    ) async throws(SearchError) -> SearchPage<GitHubRepository> {
        let size = Self.maximumPageSize
        return try await userRepositories(
            type: options.type,
            sort: options.sort,
            direction: options.direction,
            pageSize: size
        )
        .page(for: user, at: cursor)
    }
}

/// The state and actions of a screen that lists the repositories of a user: a ``SearchModel`` whose text is the user.
///
/// ```swift
/// let list = GitHubRepositoryListModel(client: gitHub)
/// list.user = "octocat"                       // the search field
/// list.search()                               // the button
/// list.options.sort = .pushed                 // a menu: lists the repositories again
/// list.repositories.map(\.name)               // the rows
/// ```
///
/// An empty user name fails without a request.
@MainActor
@Observable
public final class GitHubRepositoryListModel: SearchModel<GitHubRepository> {
    /// The login of the user, which is the model's ``SearchModel/text``.
    public var user: String {
        get { text }
        set { text = newValue }
    }
    /// The loaded repositories in GitHub's order, which are the model's ``SearchModel/items``.
    public var repositories: [GitHubRepository] { items }
    /// Which repositories are listed, and in which order. A change repeats the current search, if there is one.
    public var options: GitHubRepositoryListOptions {
        didSet { if options != oldValue { source = Self.source(client, options) } }
    }

    @ObservationIgnored private let client: any GitHubRepositoryClient

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - client: Fetches the repositories.
    ///   - options: Which repositories are listed, and in which order.
    public init(client: any GitHubRepositoryClient, options: GitHubRepositoryListOptions = .init()) {
        self.client = client
        self.options = options
        super.init(source: Self.source(client, options), debounce: nil, clock: ContinuousClock())
    }

    /// Lists a user's repositories in place of the previous ones. Cancelling the caller's task cancels the request.
    public func load(user: String) async {
        self.user = user
        await waitForCompletion(of: search())
    }

    private static func source(
        _ client: some GitHubRepositoryClient,
        _ options: GitHubRepositoryListOptions
    ) -> any SearchSource<GitHubRepository> {
        ClientSource(name: "github", displayName: "GitHub", client: client) {
            client,
            user,
            cursor throws(SearchError) in
            // Validated here, so that custom clients need not do it. GitHub would respond to an empty name with another
            // listing.
            let user = try QueryText.checked(user, name: "user name", limit: 100)
            return try await client.repositories(of: user, options: options, at: cursor)
        }
    }
}
