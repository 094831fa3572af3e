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
