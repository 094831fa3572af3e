public import SeekBasics
public import SeekCache
public import SeekNetworking
public import SeekSearch

/// The configuration of a ``SeekClient``. The defaults are those of an app: a cache, saved searches and a shared count
/// of the quota, in the folders that the platform provides.
///
/// ```swift
/// var configuration = SeekConfiguration(youTubeAPIKey: key)
/// configuration.cacheLimits.maxSize = 64 << 20        // 64 MiB instead of 256
/// configuration.stateFolder = nil                     // no saved searches, and no count of the quota on disk
/// let seek = SeekClient(configuration)
/// ```
public struct SeekConfiguration: Sendable {
    /// The key of the YouTube Data API. Without one, each YouTube search throws
    /// ``/SeekSearch/SearchError/missingCredential(_:)``.
    public var youTubeAPIKey: String?
    /// The GitHub token. Without one, GitHub's lower rate limits apply.
    public var gitHubToken: String?
    /// The token of a YouTube user, which is renewed; `nil`, the default, for none. It is sent instead of
    /// ``youTubeAPIKey``, against which calls are counted if it is set.
    ///
    /// ```swift
    /// configuration.youTubeAccessToken = CredentialSource(account: session.userID) { rejected in
    ///     .bearer(try await session.accessToken(refreshing: rejected != nil))
    /// }
    /// ```
    /// Stored responses and counts belong to the account; create another client for another account.
    public var youTubeAccessToken: CredentialSource?
    /// The token of a GitHub user, which is renewed; `nil`, the default, for none. It is sent instead of
    /// ``gitHubToken``.
    public var gitHubAccessToken: CredentialSource?
    /// The base URL of the YouTube Data API.
    public var youTubeBaseURL = YouTubeClient.defaultBaseURL
    /// The base URL of the GitHub API.
    public var gitHubBaseURL = GitHubClient.defaultBaseURL
    /// The version of the GitHub API, such as `2022-11-28`; `nil`, the default, negotiates it with the server.
    public var gitHubAPIVersion: String?
    /// Whether responses are cached: in memory, on disk, in ``sharedBackend``, or in a `client.store` that is set. True
    /// by default.
    public var cachesResponses = true
    /// The folder of the cache, created if it does not exist; ``defaultCacheFolder`` by default. With `nil`, responses
    /// are cached only if ``sharedBackend`` is set (there, and in memory) or if `client.store` is set.
    public var cacheFolder: URL?
    /// The limits of the disk cache, 256 MiB by default, about 7,000 pages of results. The least recently used entries
    /// are evicted first.
    public var cacheLimits = CacheLimits(maxSize: 256 << 20)
    /// The maximum size of the cache in memory in bytes, 16 MiB by default, about 400 pages of results; 0 for none.
    public var memoryLimit = 16 << 20
    /// The time for which the disk cache retains responses with results for
    /// ``SeekClient/offlineSearch(_:kinds:limit:offset:)``, within ``cacheLimits``; 30 days by default. It does not
    /// change for how long a response is fresh.
    public var offlineRetention: Duration = .seconds(30 * 86_400)
    /// The folder of saved searches and of the count of YouTube's daily quota, which all processes share; created if
    /// it does not exist; ``defaultStateFolder`` by default. With `nil`, searches cannot be saved, and the quota is
    /// counted in this process only. If `client.quotaStore` is set, that store is used instead of a file in the folder.
    public var stateFolder: URL?
    /// The cache, the quota and the rate limits that several machines share; `nil`, the default, for none.
    ///
    /// ```swift
    /// import SeekRedis
    /// configuration.sharedBackend = try Redis(url: "redis://cache.example")
    /// ```
    /// Local stores remain in use: a response is read from them first, and `client.quotaStore`, by default a file in
    /// ``stateFolder``, counts a share of the quota while Redis is unavailable. Searches within this share continue;
    /// `client.onStoreFailure` receives one error for each outage. If `client.quotaStore` is not a
    /// `LocalQuotaStore`, it is used alone, and the quota is not shared; if it is set to nil, no quota is counted.
    ///
    /// A response that another machine invalidates during an outage is removed from memory and disk after the outage.
    /// A `client.store` that is set retains it, and it may be served from there until it expires.
    public var sharedBackend: (any SharedBackend)?
    /// The hosts from which ``SeekClient/image(at:)`` fetches over `https` and the default port, with their subdomains;
    /// by default those of YouTube's thumbnails and GitHub's avatars. Servers of the base URLs are also allowed if they
    /// are on this machine.
    public var imageHosts: Set<String> = ["ytimg.com", "ggpht.com", "googleusercontent.com", "githubusercontent.com"]
    /// The transport, clock, timeouts and times to live. Its store is the disk cache in ``cacheFolder``, unless a store
    /// is set here.
    public var client = ClientConfiguration(transport: DefaultTransport.make())

    /// Creates a configuration for an app, with the folders ``defaultCacheFolder`` and ``defaultStateFolder``.
    ///
    /// - Parameters:
    ///   - youTubeAPIKey: The key of the YouTube Data API, required only for calls of YouTube.
    ///   - gitHubToken: The GitHub token, required only for code searches and semantic searches.
    public init(youTubeAPIKey: String? = nil, gitHubToken: String? = nil) {
        self.youTubeAPIKey = youTubeAPIKey
        self.gitHubToken = gitHubToken
        cacheFolder = Self.defaultCacheFolder
        stateFolder = Self.defaultStateFolder
    }

    /// The default folder of the cache: `seek` in the app's caches directory on Apple platforms, and in
    /// `$XDG_CACHE_HOME` or `~/.cache` on Linux. `SEEK_CACHE_DIR` takes precedence. On Linux and macOS, `nil` if `HOME`
    /// and these variables are unset.
    public static var defaultCacheFolder: URL? { StorageFolders().cache }

    /// The default folder of the state: `seek` in the app's Application Support directory on Apple platforms, in the
    /// caches directory on tvOS, and in `$XDG_STATE_HOME` or `~/.local/state` on Linux. `SEEK_STATE_DIR` takes
    /// precedence. On Linux and macOS, `nil` if `HOME` and these variables are unset.
    public static var defaultStateFolder: URL? { StorageFolders().state }

    /// Creates a configuration from environment variables.
    ///
    /// - `YOUTUBE_API_KEY`: The key of the YouTube Data API.
    /// - `GH_TOKEN`, else `GITHUB_TOKEN`: The GitHub token.
    /// - `SEEK_YOUTUBE_SEARCH_QUOTA`, `SEEK_YOUTUBE_UNIT_QUOTA`, `SEEK_YOUTUBE_STATS_QUOTA`: The daily limits of the
    ///   key's project: searches (100), units (10,000), requests for statistics (10,000).
    /// - `SEEK_YOUTUBE_URL`, `SEEK_GITHUB_URL`: Other base URLs, for tests and proxies; YouTube's without
    ///   `/youtube/v3`.
    /// - `SEEK_GITHUB_API_VERSION`: ``gitHubAPIVersion``.
    /// - `SSL_CERT_FILE`, else `CURL_CA_BUNDLE`, and on Linux `SSL_CERT_DIR`: The file and the folder of certificates of
    ///   authorities to trust; see `ConnectionConfiguration`.
    /// - `SEEK_STATE_DIR`: ``stateFolder``; by default ``defaultStateFolder``, for the given environment.
    /// - `SEEK_CACHE_DIR`: ``cacheFolder``; by default ``defaultCacheFolder``, for the given environment.
    ///
    /// An empty variable is treated as unset. On Linux and macOS, if neither `HOME` nor a folder is set, there is no
    /// disk cache, searches cannot be saved, and the quota is counted in this process only.
    ///
    /// - Parameter variables: The environment, such as `ProcessInfo.processInfo.environment`.
    /// - Throws: ``ConfigurationError`` with the name of the variable and the problem.
    public init(environment variables: [String: String]) throws(ConfigurationError) {
        let variables = variables.filter { !$0.value.isEmpty }
        youTubeAPIKey = variables["YOUTUBE_API_KEY"]
        gitHubToken = variables["GH_TOKEN"] ?? variables["GITHUB_TOKEN"]
        youTubeBaseURL = try Self.url(in: variables, "SEEK_YOUTUBE_URL") ?? YouTubeClient.defaultBaseURL
        gitHubBaseURL = try Self.url(in: variables, "SEEK_GITHUB_URL") ?? GitHubClient.defaultBaseURL
        gitHubAPIVersion = variables["SEEK_GITHUB_API_VERSION"]
        if let version = gitHubAPIVersion, !GitHubVersionMiddleware.isVersion(version) {
            throw ConfigurationError(variable: "SEEK_GITHUB_API_VERSION", problem: "is not a date such as 2022-11-28")
        }
        let buckets: [(String, WritableKeyPath<ClientConfiguration, QuotaBucket>)] = [
            ("SEEK_YOUTUBE_SEARCH_QUOTA", \.youTubeSearchBucket), ("SEEK_YOUTUBE_UNIT_QUOTA", \.youTubeUnitBucket),
            ("SEEK_YOUTUBE_STATS_QUOTA", \.youTubeStatisticsBucket),
        ]
        for (name, bucket) in buckets {
            if let limit = try Self.number(in: variables, name) { client[keyPath: bucket].limit = limit }
        }
        try Self.check(youTubeBaseURL, "SEEK_YOUTUBE_URL", for: youTubeAPIKey)
        try Self.check(gitHubBaseURL, "SEEK_GITHUB_URL", for: gitHubToken)
        client.transport = DefaultTransport.make { $0.trustCertificates(of: variables) }
        let folders = StorageFolders(environment: variables)
        cacheFolder = folders.cache
        stateFolder = folders.state
    }

    private static func number(in variables: [String: String], _ name: String) throws(ConfigurationError) -> Int? {
        guard let text = variables[name] else { return nil }
        guard let number = Int(text), quotaRange.contains(number) else {
            throw ConfigurationError(
                variable: name,
                problem: "is not a whole number from 0 to \(quotaRange.upperBound)"
            )
        }
        return number
    }

    /// The allowed limits of YouTube's daily quota.
    public static let quotaRange = 0...1_000_000_000

    private static func url(in variables: [String: String], _ name: String) throws(ConfigurationError) -> URL? {
        guard let text = variables[name] else { return nil }
        guard let url = URL(string: text), Origin(url) != nil else {
            throw ConfigurationError(variable: name, problem: "is not an absolute http or https URL")
        }
        return url
    }

    /// Throws an error if a credential would be sent to another machine without `https`.
    private static func check(_ url: URL, _ name: String, for credential: String?) throws(ConfigurationError) {
        guard credential != nil, let origin = Origin(url), !origin.protectsCredentials else { return }
        throw ConfigurationError(variable: name, problem: "must be an https URL because a credential is sent to it")
    }
}

extension SeekConfiguration {
    /// Returns the disk store in ``cacheFolder``, opened as a ``SeekClient`` opens it, or `nil` without a folder.
    ///
    /// The offline index is part of the store: it counts towards ``cacheLimits``, and `removeAll()` removes it.
    ///
    /// - Throws: ``/SeekCache/CacheError/folderUnusable(path:reason:)``, ``/SeekCache/CacheError/untrusted(reason:)``
    ///   or ``/SeekCache/CacheError/diskFull(path:)``.
    public func diskStore() throws(CacheError) -> DiskStore? {
        guard let cacheFolder else { return nil }
        return try DiskStore(
            folder: cacheFolder,
            limits: cacheLimits,
            companions: [OfflineIndex.folderName],
            now: client.now
        )
    }
}

extension SeekConfiguration {
    /// The source of the GitHub token; `nil` without one.
    var gitHubCredential: CredentialSource? {
        gitHubAccessToken ?? gitHubToken.flatMap { $0.isEmpty ? nil : CredentialSource(.bearer($0)) }
    }
}

extension SeekConfiguration: CustomReflectable {
    /// Hides the key and the token from `dump` and debuggers.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "youTubeAPIKey": youTubeAPIKey == nil ? "not set" : Redaction.placeholder,
                "gitHubToken": gitHubToken == nil ? "not set" : Redaction.placeholder,
                "youTubeAccessToken": youTubeAccessToken == nil ? "not set" : Redaction.placeholder,
                "gitHubAccessToken": gitHubAccessToken == nil ? "not set" : Redaction.placeholder,
                "youTubeBaseURL": Redaction.redacted(youTubeBaseURL),
                "gitHubBaseURL": Redaction.redacted(gitHubBaseURL), "cacheFolder": cacheFolder?.path ?? "none",
                "stateFolder": stateFolder?.path ?? "none", "cacheLimits": cacheLimits, "memoryLimit": memoryLimit,
            ]
        )
    }
}

/// An invalid environment variable. The error does not contain the value, which may be a secret.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the environment variable.
    public let variable: String
    /// The problem, as the end of a sentence that starts with the name.
    public let problem: String

    /// One line with the variable, the problem and what to do.
    public var description: String { "\(variable) \(problem); correct or unset it" }
}

extension ConfigurationError: LocalizedError {
    /// The ``description``.
    public var errorDescription: String? { description }
}
