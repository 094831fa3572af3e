public import SeekBasics

/// The reason why a request has no usable response.
///
/// Every case has a ``Context``: the request without its secrets, the response if one was received, and the number of
/// attempts. ``description`` is a single line whose wording is stable between releases, except for the parts that the
/// server, the system or custom middleware provides.
public enum NetworkError: Error, Sendable, Hashable {
    /// The request cannot be sent, for example because its URL or a header field is invalid. Nothing was sent.
    case invalidRequest(reason: String, Context)
    /// No complete response was received.
    case transport(TransportFailure, Context)
    /// The deadline passed.
    case timedOut(Context)
    /// The task was cancelled.
    case cancelled(Context)
    /// The body exceeds the limit in bytes; the transfer was stopped.
    case bodyTooLarge(limit: Int, Context)
    /// The endpoint does not accept the status.
    case unacceptableStatus(Int, Context)
    /// The endpoint does not accept the media type, which is nil if the response has none.
    case unacceptableMediaType(String?, Context)
    /// The body cannot be decoded. The string describes where and why; ``underlyingError`` is what decoding threw.
    case undecodable(String, Context)
    /// A redirect was not followed. The string contains its target and the reason.
    case redirectRefused(String, Context)
    /// The request was rejected locally before it was sent. Earlier attempts may have been sent; see
    /// ``Context/attempts``.
    case rejected(RequestRejection, Context)
    /// Custom middleware failed with an error of its own, which is ``underlyingError``.
    case other(Context)

    /// Returns the error to throw from custom middleware in place of an error of another type.
    ///
    /// ```swift
    /// do { token = try await keychain.token() } catch { throw .other(error, .init(request: request, attempts: 0)) }
    /// ```
    /// A ``NetworkError`` is returned unchanged, and a `CancellationError` as ``cancelled(_:)``.
    public static func other(_ error: any Error, _ context: Context) -> NetworkError {
        if let error = error as? NetworkError { return error }
        if error is CancellationError { return .cancelled(context) }
        var context = context
        context.underlyingError = error
        return .other(context)
    }

    /// The error of another type that caused this one: what decoding or custom middleware threw, or the decoded body
    /// of an error response (``APIClient/Configuration/errorBody``).
    public var underlyingError: (any Error)? { context.underlyingError }

    /// The request, the response and the number of attempts.
    public var context: Context {
        get {
            switch self {
            case .invalidRequest(_, let context), .transport(_, let context), .timedOut(let context),
                .cancelled(let context), .bodyTooLarge(_, let context), .unacceptableStatus(_, let context),
                .unacceptableMediaType(_, let context), .undecodable(_, let context), .redirectRefused(_, let context),
                .rejected(_, let context), .other(let context):
                context
            }
        }
        set {
            switch self {
            case .invalidRequest(let reason, _): self = .invalidRequest(reason: reason, newValue)
            case .transport(let failure, _): self = .transport(failure, newValue)
            case .timedOut: self = .timedOut(newValue)
            case .cancelled: self = .cancelled(newValue)
            case .bodyTooLarge(let limit, _): self = .bodyTooLarge(limit: limit, newValue)
            case .unacceptableStatus(let code, _): self = .unacceptableStatus(code, newValue)
            case .unacceptableMediaType(let type, _): self = .unacceptableMediaType(type, newValue)
            case .undecodable(let reason, _): self = .undecodable(reason, newValue)
            case .redirectRefused(let reason, _): self = .redirectRefused(reason, newValue)
            case .rejected(let rejection, _): self = .rejected(rejection, newValue)
            case .other: self = .other(newValue)
            }
        }
    }

    /// The stage at which the request failed.
    public var stage: Stage {
        switch self {
        case .invalidRequest, .rejected: .request
        case .transport, .timedOut, .cancelled, .bodyTooLarge, .other: .transport
        case .unacceptableStatus, .redirectRefused: .status
        case .unacceptableMediaType: .mediaType
        case .undecodable: .decoding
        }
    }

    /// The stages from a request to a value, in order.
    public enum Stage: String, Sendable, Hashable {
        /// Building the request, and checking locally whether it may be sent.
        case request
        /// Sending the request and receiving the response.
        case transport
        /// Checking the status.
        case status
        /// Checking the media type.
        case mediaType
        /// Decoding the body.
        case decoding
    }

    /// Whether the same request may succeed later.
    ///
    /// Whether repeating it is safe depends on its method; see ``RetryPolicy``.
    public var isRetryable: Bool {
        switch self {
        case .transport(let failure, _): failure.isRetryable
        case .rejected(.addressNotAllowed, _), .rejected(.credentialUnavailable, _): false
        case .timedOut, .rejected: true
        case .unacceptableStatus(let code, _): RetryPolicy.retryableStatuses.contains(code)
        case .invalidRequest, .cancelled, .bodyTooLarge, .unacceptableMediaType, .undecodable, .redirectRefused,
            .other:
            false
        }
    }
}

/// The reason why no complete response was received.
public enum TransportFailure: Sendable, Hashable, CustomStringConvertible {
    /// The host name could not be resolved.
    case hostNotFound
    /// The connection failed: it was refused or not opened in time, the host is unreachable, or this machine is
    /// offline.
    case cannotConnect
    /// The connection ended before the response was complete.
    case connectionLost
    /// The TLS handshake failed, or the server's certificate is not trusted. The string describes the cause.
    case insecure(String)
    /// The key of the server's certificate is not one of ``ConnectionConfiguration/pinnedPublicKeys``: the connection
    /// may be intercepted, or the server has a new key. Nothing was sent over it.
    case publicKeyNotPinned(host: String)
    /// The proxy was not found, or refused a tunnel to the server. The string describes the cause, such as a status.
    case proxy(String)
    /// The proxy requires a user name and a password, or rejected those it received (RFC 9110 §15.5.8).
    case proxyAuthenticationRequired
    /// The ``ConnectionConfiguration`` cannot be used. The string describes what to change. Nothing was sent.
    case invalidConfiguration(String)
    /// The response is not valid HTTP. The string describes the problem.
    case malformedResponse(String)
    /// The body has a content coding that the transport cannot decode, such as `br`, or does not have the one that the
    /// response states; the string names it. An idempotent
    /// request is sent again without codings (``RetryMiddleware``).
    case unsupportedContentCoding(String)
    /// Another failure, as the system describes it.
    case other(String)

    /// The failure in a single line, stable between releases except for descriptions by the system.
    public var description: String {
        switch self {
        case .hostNotFound: "the host was not found"
        case .cannotConnect: "could not connect"
        case .connectionLost: "the connection was lost before the response was complete"
        case .insecure(let reason): "no secure connection: \(reason)"
        case .publicKeyNotPinned(let host):
            "no secure connection: \(host): the public key of the server is not one of the pinned keys"
        case .proxy(let reason): "the proxy failed: \(reason)"
        case .proxyAuthenticationRequired: "the proxy requires a valid user name and password"
        case .invalidConfiguration(let reason): "the connection configuration is not valid: \(reason)"
        case .malformedResponse(let reason): "the response is not valid HTTP: \(reason)"
        case .unsupportedContentCoding(let name):
            "the content coding '\(name)' of the response cannot be decoded"
        case .other(let reason): reason
        }
    }

    /// Whether the same request may succeed later.
    var isRetryable: Bool {
        switch self {
        case .hostNotFound, .cannotConnect, .connectionLost: true
        case .insecure, .publicKeyNotPinned, .proxy, .proxyAuthenticationRequired, .invalidConfiguration,
            .malformedResponse, .unsupportedContentCoding, .other:
            false
        }
    }
}

/// The reason why a request was rejected locally.
public enum RequestRejection: Sendable, Hashable, CustomStringConvertible {
    /// The server's rate limit for a resource is exhausted until a date.
    case rateLimit(resource: String, until: Date)
    /// The host has failed repeatedly; requests are rejected for the given duration.
    case circuitOpen(host: String, for: Duration)
    /// The daily quota with the given name is exhausted until a date, according to the count of this machine or to one
    /// that several machines share.
    case quota(String, until: Date)
    /// The count of the daily quota with the given name, which several machines share, is unavailable, and this machine
    /// has used the `share` of the quota that it may use meanwhile. `remaining` is an estimate of what is left for all
    /// machines. Both are in units of the quota, such as calls. The date is when the count is available again, if that
    /// is known.
    case quotaShare(String, share: Int, remaining: Int, until: Date?)
    /// The allowed number of calls has already been sent.
    case budget(limit: Int)
    /// The cache mode allows only a stored response, and none can be used.
    case notCached
    /// The host is, or resolved to, an address that the ``TargetPolicy`` does not allow.
    case addressNotAllowed(host: String, address: IPAddress)
    /// There is no credential: the provider has failed, or the credential is empty. The string describes the reason.
    case credentialUnavailable(String)
}
