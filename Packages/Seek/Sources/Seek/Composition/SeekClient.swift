public import SeekCache
import SeekNetworking
public import SeekSearch

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Everything composed: the clients of both APIs over one transport and one cache.
///
/// ```swift
/// let seek = SeekClient(try SeekConfiguration(environment: ProcessInfo.processInfo.environment))
/// let videos = try await seek.youTube.search("swift concurrency")
/// let repositories = try await seek.gitHub.searchRepositories("language:swift sqlite")
/// ```
public struct SeekClient: Sendable {
    /// The YouTube Data API.
    public let youTube: YouTubeClient
    /// The GitHub REST API.
    public let gitHub: GitHubClient
    /// The disk cache, where there is one: for statistics and cleaning.
    public let cache: DiskStore?
    let requests: RequestStacks

    /// Composes the clients.
    ///
    /// A cache folder that cannot be used never fails a search: `environment.onStoreFailure` is told, and Seek goes on
    /// without a cache.
    public init(_ configuration: SeekConfiguration) {
        var environment = configuration.environment
        var cache: DiskStore?
        if environment.store == nil, let folder = configuration.cacheFolder {
            do {
                let store = try DiskStore(folder: folder, limits: configuration.cacheLimits, now: environment.now)
                environment.store = DataResponseStore(store, source: .disk)
                cache = store
            } catch {
                environment.onStoreFailure(error)
            }
        }
        self.cache = cache
        if let folder = configuration.stateFolder {
            environment.quotaStore = FileQuotaStore(file: folder.appending(path: "quota.json"))
        }
        requests = RequestStacks(configuration, environment)
        youTube = YouTubeClient(
            apiKey: configuration.youTubeAPIKey,
            baseURL: configuration.youTubeBaseURL,
            environment: environment
        )
        gitHub = GitHubClient(
            token: configuration.gitHubToken,
            baseURL: configuration.gitHubBaseURL,
            environment: environment
        )
    }
}
