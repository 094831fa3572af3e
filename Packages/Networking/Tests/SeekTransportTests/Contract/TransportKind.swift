import SeekNetworking
import SeekURLSessionTransport
import Testing

#if os(Linux)
import SeekCurlTransport
#endif

/// The transports that must pass the contract tests.
enum TransportKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    #if os(Linux)
    case curl
    #endif
    case urlSession

    var testDescription: String { rawValue }

    /// Creates a transport. Unless the closure sets a proxy, the libcurl transport uses none, so that the environment
    /// does not affect the tests.
    func make(_ configure: (inout ConnectionConfiguration) -> Void = { _ in }) -> any HTTPTransport {
        switch self {
        #if os(Linux)
        case .curl:
            CurlTransport {
                $0.connection.proxy = .direct
                configure(&$0.connection)
            }
        #endif
        case .urlSession: URLSessionTransport { configure(&$0.connection) }
        }
    }

    /// Runs a check. With a shortcoming of this transport, the check is expected to fail.
    ///
    /// If the shortcoming was observed on this platform, the test fails once the check passes. If it is known from
    /// documentation only, the check may pass or fail.
    func check(_ shortcoming: Shortcoming? = nil, _ body: () async throws -> Void) async rethrows {
        if let shortcoming, shortcoming.kinds.contains(self) {
            let comment = Comment(rawValue: shortcoming.description)
            await withKnownIssue(comment, isIntermittent: !shortcoming.isObserved, body)
        } else {
            try await body()
        }
    }
}

/// A deviation of some transports from the behavior that the contract tests require.
struct Shortcoming: Sendable, CustomStringConvertible {
    let reason: String
    /// The affected transports on Linux, where the suite is run.
    var linux: Set<TransportKind> = []
    /// The source that describes the shortcoming of Apple's URLSession, if any. The suite has not been run on Apple
    /// systems.
    var appleSource: String?

    /// The affected transports on this platform.
    var kinds: Set<TransportKind> {
        #if os(Linux)
        linux
        #else
        appleSource == nil ? [] : [.urlSession]
        #endif
    }

    /// Whether the shortcoming was observed on this platform.
    var isObserved: Bool {
        #if os(Linux)
        true
        #else
        false
        #endif
    }

    var description: String { isObserved ? reason : "\(reason) (not run; \(appleSource ?? "no source"))" }

    static let userAgent = Shortcoming(
        reason: "sends a User-Agent of its own",
        linux: [.urlSession],
        appleSource: "openradar 20619548: the app's name and the versions of CFNetwork and Darwin"
    )
    static let contentType = Shortcoming(
        reason: "adds a Content-Type to a POST body that has none",
        linux: [.urlSession],
        appleSource: "swift-corelibs-foundation #637: application/x-www-form-urlencoded, as on Darwin"
    )
    static let joinsFields = Shortcoming(
        reason: "joins the fields of a name by commas",
        linux: [.urlSession],
        appleSource: "ktor #1528: HTTPURLResponse.allHeaderFields is a dictionary"
    )
    static let bodyOfGet = Shortcoming(
        reason: "rejects a GET request that has a body",
        linux: [.urlSession],
        appleSource: "iOS 13 release notes, 46025234: NSURLErrorDataLengthExceedsMaximum"
    )
    static let unknownCodings = Shortcoming(
        reason: "does not report the name of an unknown content coding",
        linux: [.urlSession]
    )
    static let bodiesWithoutCoding = Shortcoming(
        reason: "reports a body that does not have the stated content coding as malformed",
        linux: [.urlSession],
        appleSource: "expected, without a published source"
    )
    static let undecodedBodies = Shortcoming(
        reason: "does not return a body with an unknown content coding as it is",
        linux: [.urlSession]
    )
    static let charsets = Shortcoming(
        reason: "does not ignore the name of a charset in place of a content coding",
        linux: [.urlSession]
    )
    static let gzipMembers = Shortcoming(
        reason: "decodes only the first member of a gzip body",
        linux: [.urlSession],
        appleSource: "expected, without a published source"
    )
    static let dotSegments = Shortcoming(reason: "resolves dot segments of the path", linux: [.urlSession])
    static let malformedAsLost = Shortcoming(
        reason: "reports some malformed responses as a lost connection",
        linux: [.urlSession]
    )
    static let truncatedCodings = Shortcoming(
        reason: "accepts a truncated content coding: libcurl (7.88) does not check that the decoder has finished",
        linux: [.urlSession],
        appleSource: "expected, without a published source"
    )
}
