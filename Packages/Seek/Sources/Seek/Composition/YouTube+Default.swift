public import SeekSearch

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension YouTube {
    /// Makes a façade over the platform's default transport.
    ///
    /// - Parameters:
    ///   - apiVersion: the version in the API's paths.
    ///   - apiKey: the API key.
    ///   - baseURL: where the API is.
    public init(
        apiVersion: String = "v3",
        apiKey: String,
        baseURL: URL = YouTubeClient.defaultBaseURL
    ) {
        self.init(
            apiVersion: apiVersion,
            apiKey: apiKey,
            baseURL: baseURL,
            configuration: ClientConfiguration(transport: DefaultTransport.make())
        )
    }
}
