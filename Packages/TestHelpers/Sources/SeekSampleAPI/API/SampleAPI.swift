import SeekBasics
public import SeekNetworking
public import SeekTestHelpers

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A local implementation of the YouTube Data API and the GitHub REST API, based on a folder of records.
///
/// ```swift
/// let api = try SampleAPI(folder: SampleAPI.sampleFolder())
/// let server = try LoopbackServer { api.reply(to: $0) }
/// // Both APIs are served at server.baseURL: /youtube/v3/search, /users/octocat/repos, …
/// ```
/// After loading it performs no I/O: it maps requests to responses, and counts quota and rate limits.
public final class SampleAPI: Sendable {
    private struct State {
        var quota = YouTubeQuota()
        var limits = RateLimits()
    }

    private let configuration: SampleAPIConfiguration
    private let now: @Sendable () -> Date
    private let youTube: YouTubeAPI
    private let gitHub: GitHubAPI
    private let state = Mutex(State())

    /// Loads the corpus.
    ///
    /// - Parameters:
    ///   - folder: The corpus, as returned by ``sampleFolder(_:environment:filePath:currentFolder:)``.
    ///   - configuration: The keys, limits and faults.
    ///   - now: Returns the current time, for quota days and rate limits.
    /// - Throws: ``SampleAPIError`` if a file is missing, corrupt or inconsistent with another.
    public convenience init(
        folder: URL,
        configuration: SampleAPIConfiguration = SampleAPIConfiguration(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(SampleAPIError) {
        let corpus = try SampleCorpus(folder: folder)
        self.init(YouTubeAPI(corpus), GitHubAPI(corpus), configuration, now)
    }

    /// Creates an API over loaded records, with unused quota and limits.
    init(
        _ youTube: YouTubeAPI,
        _ gitHub: GitHubAPI,
        _ configuration: SampleAPIConfiguration,
        _ now: @escaping @Sendable () -> Date
    ) {
        self.configuration = configuration
        self.now = now
        self.youTube = youTube
        self.gitHub = gitHub
    }

    /// Returns the reply of a loopback server, with the configured fault.
    public func reply(to request: HTTPRequest) -> LoopbackServer.Reply {
        let response = response(to: request)
        return configuration.fault?.reply(response) ?? .response(response)
    }

    /// Resets quota and rate limits.
    public func reset() {
        state.withLock { $0 = State() }
    }

    /// Returns the response without a fault. Paths below `/youtube` belong to YouTube, all others to GitHub.
    public func response(to request: HTTPRequest) -> HTTPResponse {
        let sample = SampleRequest(request)
        let isReading = request.method == .get || request.method == .head
        if sample.path.first == "youtube" {
            return youTube.respond(sample, isReading: isReading, configuration) { cost in
                state.withLock { $0.quota.spend(cost, of: configuration, at: now()) }
            }
        }
        return gitHub.respond(sample, isReading: isReading, configuration) { use in
            state.withLock { use(&$0.limits, now().timeIntervalSince1970) }
        }
    }
}
