import SeekBasics
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
    /// The cache, memory over disk, where there is one: for statistics and cleaning.
    public let cache: TieredStore?
    /// The searches this user saved, where there is a folder for them.
    public let saved: SavedSearchStore?
    let requests: RequestStacks
    let images: ImageRequests
    private let failures = StoreFailures()
    let now: @Sendable () -> Date
    /// What was seen, where there is a disk cache.
    let seen: OfflineIndex?

    /// The last failure of the cache, the offline index or the count of calls; nil where all of them work.
    ///
    /// None of them fails a search, so that a failure would otherwise pass unnoticed. `client.onStoreFailure` receives each as it happens.
    public var lastStoreFailure: (any Error)? { failures.last }

    /// Composes the clients.
    ///
    /// A cache folder that cannot be used never fails a search: `client.onStoreFailure` receives the error, ``lastStoreFailure`` returns it,
    /// and searches go on without a cache.
    public init(_ configuration: SeekConfiguration) {
        var clientConfiguration = configuration.client
        clientConfiguration.onStoreFailure = { [failures, report = clientConfiguration.onStoreFailure] error in
            failures.note(error)
            report(error)
        }
        var cache: TieredStore?
        var seen: OfflineIndex?
        if clientConfiguration.store == nil {
            do {
                if let disk = try configuration.diskStore() {
                    let memory = MemoryStore(costLimit: configuration.memoryLimit, now: clientConfiguration.now)
                    let store = TieredStore(memory: memory, over: disk)
                    let index = OfflineIndex(
                        disk,
                        now: clientConfiguration.now,
                        report: clientConfiguration.onStoreFailure
                    )
                    clientConfiguration.store = OfflineStore(
                        store: DataResponseStore(store),
                        seen: index,
                        retention: configuration.offlineRetention,
                        now: clientConfiguration.now
                    )
                    (cache, seen) = (store, index)
                }
            } catch {
                clientConfiguration.onStoreFailure(error)
            }
        }
        self.cache = cache
        self.seen = seen
        now = clientConfiguration.now
        saved = configuration.stateFolder.map { SavedSearchStore(file: $0.appending(path: "saved.json")) }
        if let folder = configuration.stateFolder, !clientConfiguration.isQuotaStoreSet {
            clientConfiguration.quotaStore = FileQuotaStore(file: folder.appending(path: "quota.json"))
        }
        youTube = YouTubeClient(
            apiKey: configuration.youTubeAPIKey,
            baseURL: configuration.youTubeBaseURL,
            configuration: clientConfiguration
        )
        gitHub = GitHubClient(
            token: configuration.gitHubToken,
            baseURL: configuration.gitHubBaseURL,
            configuration: clientConfiguration
        )
        requests = RequestStacks(configuration, clientConfiguration, gitHubLimits: gitHub.rateLimits)
        images = ImageRequests(configuration, clientConfiguration)
    }
}

/// The failures of a client's stores.
private final class StoreFailures: Sendable {
    private let error = Mutex<(any Error)?>(nil)

    var last: (any Error)? { error.withLock { $0 } }

    func note(_ error: any Error) { self.error.withLock { $0 = error } }
}
