public import SeekCache
import SeekNetworking
public import SeekSearch

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// All that Seek needs to know, in one value.
///
/// ```swift
/// var configuration = try SeekConfiguration(environment: ProcessInfo.processInfo.environment)
/// configuration.cacheFolder = nil                     // keep nothing
/// let seek = SeekClient(configuration)
/// ```
public struct SeekConfiguration: Sendable {
    /// The key of the YouTube Data API; nil makes each YouTube search throw ``SearchError/unauthorized(_:_:)``.
    public var youTubeAPIKey: String?
    /// A GitHub token; nil searches without one, within GitHub's smaller limits.
    public var gitHubToken: String?
    /// Where the YouTube Data API is.
    public var youTubeBaseURL = YouTubeClient.defaultBaseURL
    /// Where the GitHub API is.
    public var gitHubBaseURL = GitHubClient.defaultBaseURL
    /// The folder of the disk cache; nil keeps nothing on disk. Made when it is missing.
    public var cacheFolder: URL?
    /// What the disk cache holds at the most: 256 MiB, some seven thousand pages of results. What was used least recently goes first.
    public var cacheLimits = CacheLimits(maxSize: 256 << 20)
    /// What is kept of the disk cache in memory, in bytes: 16 MiB, some four hundred pages; 0 keeps nothing there.
    public var memoryLimit = 16 << 20
    /// How long the disk cache keeps an answer that shows results for ``SeekClient/offlineSearch(_:kinds:limit:offset:)``, within its limits: 30 days. In
    /// place of the server it serves no longer than it would without.
    public var offlineRetention: Duration = .seconds(30 * 86_400)
    /// The folder in which it is counted what is spent of YouTube's day, for all processes that use it; nil counts in this process
    /// alone, in `client.quotaStore`, and so does a store that is set there. Made when it is missing.
    public var stateFolder: URL?
    /// The hosts that ``SeekClient/image(at:)`` fetches from over `https`, with all hosts below them: those of YouTube's thumbnails
    /// and GitHub's avatars. Servers of the base URLs on this machine are allowed as well.
    public var imageHosts: Set<String> = ["ytimg.com", "ggpht.com", "googleusercontent.com", "githubusercontent.com"]
    /// The outside world: transport, clock, time-outs, times to live. Its store is the disk cache in `cacheFolder`,
    /// unless one is set here.
    public var client = ClientConfiguration(transport: DefaultTransport.make())

    /// Makes a configuration without credentials, cache and state.
    public init() {}

    /// Reads the configuration from environment variables.
    ///
    /// | variable | meaning |
    /// |---|---|
    /// | `YOUTUBE_API_KEY` | key of the YouTube Data API |
    /// | `GH_TOKEN`, else `GITHUB_TOKEN` | GitHub token |
    /// | `SEEK_YOUTUBE_SEARCH_QUOTA`, `SEEK_YOUTUBE_UNIT_QUOTA`, `SEEK_YOUTUBE_STATS_QUOTA` | what the key's project was granted for a day: searches (100), units (10,000), calls for statistics (10,000) |
    /// | `SEEK_YOUTUBE_URL`, `SEEK_GITHUB_URL` | other base URLs, for tests and proxies |
    /// | `SEEK_STATE_DIR` | the folder of the count of calls, else the platform's: `$XDG_STATE_HOME/seek` or `~/.local/state/seek` on Linux, `~/Library/Application Support/seek` on Apple platforms, `~/Library/Caches/seek` on tvOS |
    /// | `SEEK_CACHE_DIR` | the folder of the disk cache, else the platform's: `$XDG_CACHE_HOME/seek` or `~/.cache/seek` on Linux, `~/Library/Caches/seek` on Apple platforms |
    ///
    /// An empty variable counts as one that is not set. Without a home there is no disk cache,
    /// and calls are counted in this process alone.
    ///
    /// - Parameter variables: the environment, as `ProcessInfo.processInfo.environment` gives it.
    /// - Throws: ``ConfigurationError``, naming the variable and what it should be.
    public init(environment variables: [String: String]) throws(ConfigurationError) {
        let variables = variables.filter { !$0.value.isEmpty }
        youTubeAPIKey = variables["YOUTUBE_API_KEY"]
        gitHubToken = variables["GH_TOKEN"] ?? variables["GITHUB_TOKEN"]
        youTubeBaseURL = try Self.url(in: variables, "SEEK_YOUTUBE_URL") ?? YouTubeClient.defaultBaseURL
        gitHubBaseURL = try Self.url(in: variables, "SEEK_GITHUB_URL") ?? GitHubClient.defaultBaseURL
        for (name, bucket) in Self.quotaVariables {
            if let limit = try Self.number(in: variables, name) { client[keyPath: bucket].limit = limit }
        }
        #if canImport(Darwin)
        let cacheHome = "Library/Caches"
        #if os(tvOS)
        // No other folder of an app can be written there.
        let stateHome = cacheHome
        #else
        let stateHome = "Library/Application Support"
        #endif
        #else
        let (cacheHome, stateHome) = (".cache", ".local/state")
        #endif
        try Self.check(youTubeBaseURL, "SEEK_YOUTUBE_URL", for: youTubeAPIKey)
        try Self.check(gitHubBaseURL, "SEEK_GITHUB_URL", for: gitHubToken)
        cacheFolder = Self.folder("SEEK_CACHE_DIR", "XDG_CACHE_HOME", in: cacheHome, variables)
        stateFolder = Self.folder("SEEK_STATE_DIR", "XDG_STATE_HOME", in: stateHome, variables)
    }

    private static var quotaVariables: [(String, WritableKeyPath<ClientConfiguration, QuotaBucket>)] {
        [
            ("SEEK_YOUTUBE_SEARCH_QUOTA", \.youTubeSearchBucket), ("SEEK_YOUTUBE_UNIT_QUOTA", \.youTubeUnitBucket),
            ("SEEK_YOUTUBE_STATS_QUOTA", \.youTubeStatisticsBucket),
        ]
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

    /// The limits that a day of YouTube's quota may be given.
    public static let quotaRange = 0...1_000_000_000

    private static func url(in variables: [String: String], _ name: String) throws(ConfigurationError) -> URL? {
        guard let text = variables[name] else { return nil }
        guard let url = URL(string: text), Origin(url) != nil else {
            throw ConfigurationError(variable: name, problem: "is not an absolute http or https URL")
        }
        return url
    }

    /// A credential is sent encrypted, or not beyond this machine.
    private static func check(_ url: URL, _ name: String, for credential: String?) throws(ConfigurationError) {
        guard credential != nil, let origin = Origin(url), !origin.protectsCredentials else { return }
        throw ConfigurationError(variable: name, problem: "must be an https URL where a credential is sent to it")
    }

    /// The folder a variable names, else Seek's own below the platform's for such things.
    private static func folder(
        _ name: String,
        _ parentName: String,
        in home: String,
        _ variables: [String: String]
    ) -> URL? {
        if let path = variables[name] {
            return URL(filePath: path, directoryHint: .isDirectory)
        }
        var parent = variables["HOME"].map { "\($0)/\(home)" }
        #if !canImport(Darwin)
        // A relative path is to be ignored (XDG Base Directory Specification).
        if let path = variables[parentName], path.hasPrefix("/") { parent = path }
        #endif
        return parent.map { URL(filePath: "\($0)/seek", directoryHint: .isDirectory) }
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
                "youTubeBaseURL": Redaction.redacted(youTubeBaseURL),
                "gitHubBaseURL": Redaction.redacted(gitHubBaseURL), "cacheFolder": cacheFolder?.path ?? "none",
                "stateFolder": stateFolder?.path ?? "none", "cacheLimits": cacheLimits, "memoryLimit": memoryLimit,
            ]
        )
    }
}

/// A setting that cannot be used. Holds the variable's name and never its value, which may be a secret.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The environment variable.
    public let variable: String
    /// What is wrong with it.
    public let problem: String

    /// One line: which variable, what is wrong, what to do.
    public var description: String { "\(variable) \(problem); set it right or unset it" }
}
