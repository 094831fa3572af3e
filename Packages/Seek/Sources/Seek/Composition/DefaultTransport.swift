public import SeekNetworking

#if os(Linux)
import SeekCurlTransport
#else
import SeekURLSessionTransport
#endif

/// The transport Seek uses where none is passed in: libcurl on Linux, URLSession on Apple's platforms.
public enum DefaultTransport {
    /// Makes a transport of its own connections.
    public static func make() -> any HTTPTransport {
        #if os(Linux)
        CurlTransport()
        #else
        URLSessionTransport()
        #endif
    }

    /// Makes a transport that hands on bodies as they were sent, where the platform has one: content codings are neither offered
    /// nor decoded.
    public static func makeBare() -> any HTTPTransport {
        #if os(Linux)
        CurlTransport { $0.decodesContent = false }
        #else
        URLSessionTransport()
        #endif
    }
}
