public import SeekNetworking
import SeekSearch

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
