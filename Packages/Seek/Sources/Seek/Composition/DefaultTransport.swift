public import SeekNetworking
public import SeekSearch

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

#if os(Linux)
import SeekCurlTransport
#else
import SeekURLSessionTransport
#endif

/// The transport that Seek uses by default: libcurl on Linux, URLSession on Apple's platforms.
public enum DefaultTransport {
    /// Creates a transport with its own connections.
    public static func make() -> any HTTPTransport {
        #if os(Linux)
        CurlTransport()
        #else
        URLSessionTransport()
        #endif
    }

    /// Creates a transport that neither requests nor decodes content codings. On Apple platforms it is the default
    /// one, which does both.
    @_spi(CommandLine)
    public static func makeBare() -> any HTTPTransport {
        #if os(Linux)
        CurlTransport { $0.decodesContent = false }
        #else
        URLSessionTransport()
        #endif
    }
}

extension YouTube {
    /// Creates a façade with the platform's default transport.
    ///
    /// - Parameters:
    ///   - apiVersion: The version in the API's paths.
    ///   - apiKey: The API key.
    ///   - baseURL: The base URL of the API.
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
