public import SeekNetworking

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
