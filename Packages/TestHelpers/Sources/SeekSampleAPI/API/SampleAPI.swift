import SeekBasics
public import SeekNetworking
public import SeekTestHelpers

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The YouTube Data API and the GitHub REST API, answered from a folder of records.
///
/// ```swift
/// let api = try SampleAPI(folder: SampleAPI.sampleFolder())
/// let server = try LoopbackServer { api.reply(to: $0) }
/// // YouTube and GitHub both answer at server.baseURL: /youtube/v3/search, /users/octocat/repos, …
/// ```
/// After loading it does no I/O: a request in, an answer out. It keeps what was spent of quota and rate limits.
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
    ///   - folder: the corpus, as ``sampleFolder(_:environment:filePath:currentFolder:)`` finds it.
    ///   - configuration: keys, limits, faults.
    ///   - now: the time, by which quota days and rate limits begin and end.
    /// - Throws: ``SampleAPIError`` where a file is missing, damaged or contradicts another.
    public convenience init(
        folder: URL,
        configuration: SampleAPIConfiguration = SampleAPIConfiguration(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(SampleAPIError) {
        let corpus = try SampleCorpus(folder: folder)
        self.init(YouTubeAPI(corpus), GitHubAPI(corpus), configuration, now)
    }

    /// The same over what was loaded before: quota and limits are whole again.
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

    /// What a server answers, the configured fault included.
    public func reply(to request: HTTPRequest) -> LoopbackServer.Reply {
        let response = response(to: request)
        return configuration.fault?.reply(response) ?? .response(response)
    }

    /// Makes quota and rate limits whole again.
    public func reset() {
        state.withLock { $0 = State() }
    }

    /// What the API at hand answers, without any fault. Paths below `/youtube` are YouTube's, all others GitHub's.
    public func response(to request: HTTPRequest) -> HTTPResponse {
        let sample = SampleRequest(request)
        let isReading = request.method == .get || request.method == .head
        if sample.path.first == "youtube" {
            return youTube.answer(sample, isReading: isReading, configuration) { cost in
                state.withLock { $0.quota.spend(cost, of: configuration, at: now()) }
            }
        }
        return gitHub.answer(sample, isReading: isReading, configuration) { use in
            state.withLock { use(&$0.limits, now().timeIntervalSince1970) }
        }
    }
}
