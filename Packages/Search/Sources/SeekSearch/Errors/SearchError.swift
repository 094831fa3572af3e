public import SeekBasics
public import SeekModels
public import SeekNetworking

/// A search API.
public enum SearchService: String, Sendable, Hashable, CustomStringConvertible {
    /// The YouTube Data API.
    case youTube = "YouTube"
    /// The GitHub REST API.
    case gitHub = "GitHub"

    /// The name of the service.
    public var description: String { rawValue }

    /// The name of the service's credential, with an article.
    var credentialName: String { self == .youTube ? "an API key" : "a token" }

    /// The page on which credentials are created.
    var credentialPage: URL? {
        URL(
            string: self == .youTube
                ? "https://console.cloud.google.com/apis/credentials" : "https://github.com/settings/tokens"
        )
    }
}

/// An error of a search: what failed, the API's message, and what to do.
///
/// ``message`` is user-facing. ``description`` is one line for developers and logs; it may contain a URL and the
/// beginning of a response. ``failure`` contains both as values. A case whose text is the API's message contains the status instead if the response
/// has no message.
public enum SearchError: Error, Sendable, Hashable {
    /// The query is invalid; nothing was sent.
    case invalidQuery(QueryProblem)
    /// A YouTube search with strict decoding returned a page without results. With lenient decoding, an empty page is a
    /// success.
    case emptyResult(keyword: String)
    /// The API returned results, but none could be decoded. The array contains the reasons.
    case unreadableResults([SkippedItem])
    /// The request needs a credential, and none is set: the API key of YouTube, or a GitHub token.
    case missingCredential(SearchService)
    /// The API rejected the credential. The text is the API's message.
    case unauthorized(SearchService, String)
    /// Access was denied, because the credential does not permit the request. The text is the API's message.
    case forbidden(SearchService, String)
    /// GitHub denied access, because the token is not authorized for the SAML single sign-on of an organization. The
    /// text is the API's message. The user of the token authorizes it on the page at the URL, which has a parameter that
    /// is valid for an hour.
    case authorizationRequired(SearchService, String, URL)
    /// The subject in the text, such as `user 'octocat'`, does not exist, or the credential has no access to it.
    /// A name or ID at its end is in quotation marks, so that ``message`` advises to check it.
    case notFound(SearchService, String)
    /// A quota, a rate limit or a budget is used up.
    case limitReached(SearchService, SearchLimit)
    /// The API rejected the request as invalid, or for legal reasons (status 451). The text is the API's message.
    case rejected(SearchService, String, NetworkError)
    /// The API failed with a status of 500...599.
    case unavailable(SearchService, NetworkError)
    /// Any other failure, such as an invalid URL, a lost connection, an unacceptable media type, invalid JSON or a
    /// cancellation.
    case network(NetworkError)

    /// Returns the error to throw from a custom ``SearchSource`` in place of an error of another type.
    ///
    /// ```swift
    /// do { notes = try await store.notes(matching: text) } catch { throw .other(error) }
    /// ```
    ///
    /// A `SearchError` is returned unchanged, and a `NetworkError` in ``network(_:)``. For a `CancellationError`,
    /// ``isCancellation`` is true. Any other error is the ``/SeekNetworking/NetworkError/underlyingError`` of
    /// ``network(_:)``.
    public static func other(_ error: any Error) -> SearchError {
        if let error = error as? SearchError { return error }
        return .network(.other(error, NetworkError.Context(request: nil, attempts: 0)))
    }

    /// The step at which a search failed.
    public enum Stage: String, Sendable, Hashable {
        /// Validating the query.
        case query
        /// Building the URL and the request, and checking locally whether it may be sent.
        case url
        /// Sending the request and receiving the response.
        case transport
        /// Checking the status. Errors of a credential or a limit belong to this step, even if no request was sent.
        case status
        /// Checking the media type.
        case mediaType
        /// Decoding the response.
        case decoding
        /// Using the results: strict decoding requires some, and there were none.
        case result
    }

    /// The step at which the search failed.
    public var stage: Stage {
        switch self {
        case .invalidQuery: .query
        case .emptyResult: .result
        case .unreadableResults: .decoding
        case .missingCredential, .unauthorized, .forbidden, .authorizationRequired, .notFound, .limitReached, .rejected,
            .unavailable:
            .status
        case .network(let error):
            switch error.stage {
            case .request: .url
            case .transport: .transport
            case .status: .status
            case .mediaType: .mediaType
            case .decoding: .decoding
            }
        }
    }

    /// Whether the search was cancelled.
    public var isCancellation: Bool { networkError?.isCancellation == true }

    /// Whether the deadline passed.
    public var isTimeout: Bool { networkError?.isTimeout == true }

    /// Whether no connection could be made: this device is offline, or the service is down or not reachable from its
    /// network.
    public var couldNotConnect: Bool { networkError?.couldNotConnect == true }

    /// The network error in the error; nil for errors that the API reported as such, and for those without a request.
    public var networkError: NetworkError? {
        switch self {
        case .rejected(_, _, let error), .unavailable(_, let error), .network(let error): error
        default: nil
        }
    }
}

/// A limit that was reached, and when it resets.
public struct SearchLimit: Sendable, Hashable {
    /// The kind of a limit.
    public enum Kind: String, Sendable, Hashable {
        /// The calls or units per day. YouTube's day ends at midnight Pacific time.
        case daily
        /// The calls or units that this machine may use while the count that several machines share is unavailable.
        case outageShare = "outage-share"
        /// The calls per minute or hour.
        case rate
        /// GitHub's secondary limit on bursts and concurrent calls.
        case secondary
        /// The caller's ``CallBudgetMiddleware``.
        case budget
    }

    /// Which limit was reached.
    public var kind: Kind
    /// When requests are accepted again; nil if unknown. The initializer clamps it to the years 1 to 9999.
    public var retryAt: Date?
    /// The API's message, or a description of the limit that was enforced locally.
    public var message: String

    /// Creates a limit.
    public init(kind: Kind, retryAt: Date? = nil, message: String) {
        self.kind = kind
        self.retryAt = retryAt?.clampedToFourDigitYears
        self.message = message
    }
}
