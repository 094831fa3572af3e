import SeekNetworking
import SeekURLSessionTransport
import Testing

#if os(Linux)
import SeekCurlTransport
#endif

/// The transports that must pass the contract.
enum TransportKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    #if os(Linux)
    case curl
    #endif
    case urlSession

    var testDescription: String { rawValue }

    func make() -> any HTTPTransport {
        switch self {
        #if os(Linux)
        case .curl: CurlTransport { $0.usesProxiesFromEnvironment = false }
        #endif
        case .urlSession: URLSessionTransport()
        }
    }

    /// Runs a check. If the transport is known to fail it, expects the failure.
    func check(_ shortcoming: Shortcoming? = nil, _ body: () async throws -> Void) async rethrows {
        if let shortcoming, shortcoming.kinds.contains(self) {
            await withKnownIssue(Comment(rawValue: shortcoming.reason), body)
        } else {
            try await body()
        }
    }
}

/// A known limitation of a transport.
struct Shortcoming: Sendable {
    let kinds: Set<TransportKind>
    let reason: String

    /// Limitations of URLSession on Linux. None are known on Apple platforms.
    private static var urlSessionOnLinux: Set<TransportKind> {
        #if os(Linux)
        [.urlSession]
        #else
        []
        #endif
    }

    /// Limitations of libcurl, which both transports use on Linux.
    private static var onLinux: Set<TransportKind> {
        #if os(Linux)
        Set(TransportKind.allCases)
        #else
        []
        #endif
    }

    static let userAgent = Shortcoming(kinds: urlSessionOnLinux, reason: "sends a User-Agent of its own")
    static let contentType = Shortcoming(
        kinds: urlSessionOnLinux,
        reason: "adds a Content-Type to a body that has none"
    )
    static let joinsFields = Shortcoming(
        kinds: [.urlSession],
        reason: "hands over the fields of a name joined by commas"
    )
    static let dotSegments = Shortcoming(kinds: urlSessionOnLinux, reason: "resolves dot segments of the path")
    static let invalidResponses = Shortcoming(
        kinds: urlSessionOnLinux,
        reason: "reports violations of HTTP within a response as a lost connection"
    )
    static let cutOffCodings = Shortcoming(
        kinds: onLinux,
        reason: "accepts a truncated content coding: libcurl (7.88) does not check that the decoder has finished"
    )
}
