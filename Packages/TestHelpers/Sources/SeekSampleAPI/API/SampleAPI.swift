public import SeekBasics
public import SeekNetworking
public import SeekTestHelpers

/// A local implementation of the YouTube Data API and the GitHub REST API, based on a folder of sample data.
///
/// ```swift
/// let api = try SampleAPI(folder: SampleAPI.sampleFolder())
/// let server = try LoopbackServer { api.reply(to: $0) }
/// // Both APIs are served at server.baseURL: /youtube/v3/search, /users/octocat/repos, …
/// ```
/// After loading, it performs no I/O: it maps requests to responses, and tracks quota and rate limits.
public final class SampleAPI: Sendable {
    private let youTube: YouTubeAPI
    private let gitHub: GitHubAPI
    private let fault: SampleAPIFault?
    private let now: @Sendable () -> Date

    /// Loads the sample data.
    ///
    /// - Parameters:
    ///   - folder: The folder of the sample data; see ``sampleFolder(_:environment:filePath:currentFolder:)``.
    ///   - configuration: The keys, limits and faults.
    ///   - now: Returns the current time, for quota days and rate limits.
    /// - Throws: ``SampleAPIError`` if a file is missing or corrupt, or if records are inconsistent with each other.
    public convenience init(
        folder: URL,
        configuration: SampleAPIConfiguration = SampleAPIConfiguration(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(SampleAPIError) {
        let corpus = try SampleCorpus(folder: folder)
        // A folder of other sample data may have no contracts beside it.
        let contracts = folder.deletingLastPathComponent().appendingPathComponent("contract")
        let exists = FileManager.default.fileExists(atPath: contracts.path)
        let both = try ServiceContracts(folder: exists ? contracts : nil)
        self.init(YouTubeIndex(corpus), GitHubIndex(corpus), both, configuration, now)
    }

    /// Creates an API over loaded sample data, with unused quota and limits.
    init(
        _ youTube: YouTubeIndex,
        _ gitHub: GitHubIndex,
        _ contracts: ServiceContracts,
        _ configuration: SampleAPIConfiguration,
        _ now: @escaping @Sendable () -> Date
    ) {
        self.youTube = YouTubeAPI(youTube, contracts.youTube, configuration)
        self.gitHub = GitHubAPI(gitHub, contracts.gitHub, configuration)
        fault = configuration.fault
        self.now = now
    }

    /// Returns the reply of a loopback server, with the configured fault.
    public func reply(to request: HTTPRequest) -> LoopbackServer.Reply {
        let response = response(to: request)
        return fault?.reply(response) ?? .response(response)
    }

    /// Resets quota and rate limits.
    public func reset() {
        youTube.resetQuota()
        gitHub.resetLimits()
    }

    /// Returns the response without a fault. Paths below `/youtube` belong to YouTube, those below `/images` are the
    /// images of both providers, and all others belong to GitHub.
    public func response(to request: HTTPRequest) -> HTTPResponse {
        let (sample, now) = (SampleRequest(request), now())
        var response =
            switch sample.path.first {
            case "youtube": youTube.response(to: sample, at: now)
            case "images": SampleImages.response(to: sample)
            default: gitHub.response(to: sample, at: now)
            }
        // Clients convert absolute times by the server's clock.
        response.headerFields[.date] = ResponseWriter.imfFixdate(now)
        return response
    }
}
