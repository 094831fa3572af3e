public import SeekBasics
public import SeekCache
public import SeekNetworking
@_spi(Seek) public import SeekSearch

/// The clients of both APIs, composed over one transport and one cache.
///
/// ```swift
/// let seek = SeekClient(SeekConfiguration(youTubeAPIKey: key))
/// let videos = try await seek.youTube.search("swift concurrency")
/// let repositories = try await seek.gitHub.searchRepositories("language:swift sqlite")
/// ```
public struct SeekClient: CallConfigurable {
    /// The client of the YouTube Data API.
    public var youTube: YouTubeClient
    /// The client of the GitHub REST API.
    public var gitHub: GitHubClient
    /// The cache, memory over disk, for statistics and cleaning; `nil` without a usable cache folder, if
    /// `SeekConfiguration.client.store` is set, or if caching is switched off.
    public let cache: TieredStore?
    /// The user's saved searches; `nil` without a state folder.
    public let saved: SavedSearchStore?
    let stacks: RequestStacks
    let images: ImageFetcher
    private(set) var callOptions = CallOptions()
    private let failures = StoreFailures()
    let now: @Sendable () -> Date
    let offlineIndex: OfflineIndex?

    /// The last failure of a store: the cache, the offline index, the quota or the shared backend; `nil` if there was
    /// none.
    ///
    /// Searches continue after such a failure. `SeekConfiguration.client.onStoreFailure` receives each failure when it
    /// happens, but only one for each outage of a shared backend.
    public var lastStoreFailure: (any Error)? { failures.last }

    /// Creates the clients.
    ///
    /// If the cache folder cannot be used, `SeekConfiguration.client.onStoreFailure` receives the error,
    /// ``lastStoreFailure`` returns it, and searches work without a cache.
    public init(_ configuration: SeekConfiguration) {
        self.init(configuration, youTubeAPIVersion: "v3")
    }

    init(_ configuration: SeekConfiguration, youTubeAPIVersion: String) {
        var clientConfiguration = configuration.client
        clientConfiguration.onStoreFailure = { [failures, report = clientConfiguration.onStoreFailure] error in
            // A cancelled wait for a store is not a failure of the store.
            if error is CancellationError { return }
            failures.record(error)
            if (error as? any SharedBackendError)?.isRepeated != true { report(error) }
        }
        let stores = ClientStores(configuration, setting: &clientConfiguration)
        cache = stores.cache
        offlineIndex = stores.offlineIndex
        now = clientConfiguration.now
        saved = configuration.stateFolder.map { SavedSearchStore(file: $0.appending(path: "saved.json")) }
        youTube = YouTubeClient(
            apiVersion: youTubeAPIVersion,
            apiKey: configuration.youTubeAPIKey,
            source: configuration.youTubeAccessToken,
            baseURL: configuration.youTubeBaseURL,
            configuration: clientConfiguration
        )
        gitHub = GitHubClient(
            source: configuration.gitHubCredential,
            baseURL: configuration.gitHubBaseURL,
            apiVersion: configuration.gitHubAPIVersion,
            configuration: clientConfiguration
        )
        stacks = RequestStacks(configuration, clientConfiguration, gitHub)
        images = ImageFetcher(configuration, clientConfiguration)
    }

    /// Returns a client with different options for its calls, including those of ``youTube`` and ``gitHub``.
    ///
    /// Header fields of the options are added to requests to both APIs and to those of ``send(_:timeToLive:)``, but not
    /// to requests for images.
    ///
    /// ```swift
    /// let result = await seek.with { $0.cacheMode = .reload }.search("swift concurrency")
    /// ```
    public func with(_ change: (inout CallOptions) -> Void) -> SeekClient {
        var client = self
        change(&client.callOptions)
        client.youTube = youTube.with { $0 = client.callOptions }
        client.gitHub = gitHub.with { $0 = client.callOptions }
        return client
    }
}

private final class StoreFailures: Sendable {
    private let error = Mutex<(any Error)?>(nil)

    var last: (any Error)? { error.withLock { $0 } }

    func record(_ error: any Error) { self.error.withLock { $0 = error } }
}

extension SeekClient {
    /// Returns a client that returns sample responses and sends nothing, for previews and tests. It has no cache, no
    /// state folder and no saved searches.
    ///
    /// ```swift
    /// let slow = SeekClient.sample(.delayed(.seconds(1)))
    /// let withoutGitHub = SeekClient.sample { $0.url.host() == "api.github.com" ? .status(503) : nil }
    /// ```
    /// ``send(_:timeToLive:)`` and ``image(at:)`` throw ``/SeekNetworking/NetworkError/invalidRequest(reason:_:)``,
    /// because only the calls of ``youTube`` and ``gitHub`` have samples.
    ///
    /// The parameters are those of ``/SeekSearch/ClientConfiguration/sample(_:overrideResponse:)``.
    public static func sample(
        _ behavior: StubBehavior = .immediate,
        overrideResponse: (@Sendable (HTTPRequest) -> ResponseOverride?)? = nil
    ) -> SeekClient {
        var configuration = SeekConfiguration(youTubeAPIKey: "sample", gitHubToken: "sample")
        (configuration.cacheFolder, configuration.stateFolder) = (nil, nil)
        configuration.client = .sample(behavior, overrideResponse: overrideResponse)
        return SeekClient(configuration)
    }
}

extension YouTube {
    /// Creates a video search for an app, with a cache and a count of the daily quota on disk.
    ///
    /// Video searches with the same key and folders share the cache and the count, in one process or in several: a
    /// search repeated within 15 minutes is free. For other settings, or to search GitHub as well, create a
    /// ``SeekClient`` and pass its YouTube client: `YouTube(client: seek.youTube)`.
    ///
    /// - Parameters:
    ///   - apiVersion: The API version, which is part of all paths.
    ///   - apiKey: The API key.
    ///   - baseURL: The base URL of the API.
    ///   - cacheFolder: The folder of the cache; `nil` for no cache.
    ///   - stateFolder: The folder of the count of the quota; with `nil`, this instance has its own count in memory.
    public init(
        apiVersion: String = "v3",
        apiKey: String,
        baseURL: URL = YouTubeClient.defaultBaseURL,
        cacheFolder: URL? = SeekConfiguration.defaultCacheFolder,
        stateFolder: URL? = SeekConfiguration.defaultStateFolder
    ) {
        var configuration = SeekConfiguration(youTubeAPIKey: apiKey)
        configuration.youTubeBaseURL = baseURL
        (configuration.cacheFolder, configuration.stateFolder) = (cacheFolder, stateFolder)
        self.init(client: SeekClient(configuration, youTubeAPIVersion: apiVersion).youTube)
    }
}
