public import SeekBasics

extension NetworkError {
    /// What failed, where, when to try again and what to do.
    ///
    /// If custom middleware failed with a `LocalizedError`, or the body of an error response was decoded as one
    /// (``APIClient/Configuration/errorBody``), the problem and the advice are the texts of that error.
    public var failure: Failure {
        var failure = ownFailure
        if let cause {
            failure.problem = cause.errorDescription ?? failure.problem
            failure.advice = cause.recoverySuggestion.map { [.other($0)] } ?? []
        }
        failure.method = context.method
        failure.url = context.url
        failure.attempts = context.attempts
        failure.responseText = responseText
        return failure
    }

    /// A user-facing message: what happened and what to do, without the URL, the response or names of Swift types. The
    /// time at which a limit is reset is relative to now, such as `in 5 hours`.
    public var message: String { failure.message }

    /// Whether no connection could be made, so that nothing was sent: this device is offline, or the service is down or
    /// not reachable from its network.
    public var couldNotConnect: Bool {
        switch self {
        case .transport(.hostNotFound, _), .transport(.cannotConnect, _): true
        default: false
        }
    }

    /// Whether the request was cancelled.
    public var isCancellation: Bool { if case .cancelled = self { true } else { false } }

    /// Whether the deadline passed.
    public var isTimeout: Bool { if case .timedOut = self { true } else { false } }

    /// The failure without its context.
    private var ownFailure: Failure {
        switch self {
        case .invalidRequest(let reason, _):
            Failure(
                "the request is not valid",
                detail: "invalid request: \(reason)",
                advice: [.checkInput, .update]
            )
        case .transport(let failure, _): failure.failure
        case .timedOut:
            Failure("the service did not respond in time", detail: "no response in time", advice: [.tryAgain])
        case .cancelled: Failure("the request was cancelled", detail: "cancelled")
        case .bodyTooLarge(let limit, _):
            Failure(
                "the response is too large",
                detail: "the response is larger than \(limit) bytes",
                advice: [.requestLess]
            )
        case .unacceptableStatus(let code, _): Self.failure(ofStatus: code, isRetryable: isRetryable)
        case .unacceptableMediaType("text/html"?, _):
            Failure(
                "a web page came in place of the response of the service",
                detail: "the response is a web page",
                advice: [.checkAddress]
            )
        case .unacceptableMediaType(let type, _):
            Failure(
                "the response of the service has an unexpected media type",
                detail: "response of type \(type ?? "unknown")",
                advice: [.checkAddress]
            )
        case .undecodable(let reason, _):
            Failure(
                "the response of the service cannot be read",
                detail: "response not understood: \(reason)",
                advice: [.tryLater, .update]
            )
        case .redirectRefused(let reason, _):
            Failure(
                "a redirect by the service was not followed",
                detail: "redirect not followed: \(reason)",
                advice: [.checkAddress]
            )
        case .rejected(let rejection, _): rejection.failure
        case .other(let context):
            Failure(
                "the request failed",
                detail: context.underlyingDescription ?? "failed",
                advice: [.tryLater, .update]
            )
        }
    }

    private static func failure(ofStatus code: Int, isRetryable: Bool) -> Failure {
        let (problem, advice): (String, [Failure.Advice]) =
            switch code {
            case 401: ("the service did not accept the credential", [.checkPermissions])
            case 403: ("the service denied access", [.checkPermissions])
            case 404, 410: ("the service has nothing at this address", [.checkName])
            case 429: ("there were too many requests", [.waitMinute])
            case 500...: ("the service is not available", [.tryLater])
            case _ where isRetryable: ("the service did not accept the request", [.tryLater])
            case 400..<500: ("the service did not accept the request", [.checkInput, .update])
            default: ("the service did not accept the request", [.tryLater, .update])
            }
        return Failure(problem, detail: "status \(code)", advice: advice)
    }

    private var responseText: String? {
        switch self {
        case .unacceptableStatus(_, let context), .unacceptableMediaType(_, let context): context.response?.excerpt
        default: nil
        }
    }

    /// The error of custom middleware, or the decoded error body, if it is a `LocalizedError`.
    private var cause: (any LocalizedError)? {
        switch self {
        case .other(let context), .unacceptableStatus(_, let context): context.underlyingError as? any LocalizedError
        default: nil
        }
    }
}

extension TransportFailure {
    fileprivate var failure: Failure {
        let (problem, advice): (String, [Failure.Advice]) =
            switch self {
            case .hostNotFound, .cannotConnect: ("the service cannot be reached", [.checkNetwork])
            case .connectionLost: ("the connection was lost", [.tryAgain])
            case .insecure(let reason):
                (
                    "a secure connection could not be established",
                    [.checkCertificate(isUntrusted: HandshakeFailure.isOfUntrustedAuthority(reason))]
                )
            case .publicKeyNotPinned:
                ("a secure connection could not be established", [.changeNetwork, .update])
            case .proxy: ("the proxy did not connect to the service", [.checkProxy])
            case .proxyAuthenticationRequired: ("the proxy did not connect to the service", [.checkProxyPassword])
            case .invalidConfiguration: ("the connection settings are not valid", [.correctConnection])
            case .malformedResponse: ("the response of the service cannot be read", [.tryAgain, .update])
            case .unsupportedContentCoding: ("the response of the service cannot be read", [.checkAddress])
            case .other: ("the request failed", [.tryLater, .update])
            }
        return Failure(problem, detail: description, advice: advice)
    }
}

extension RequestRejection {
    fileprivate var failure: Failure {
        switch self {
        case .rateLimit(let resource, let date):
            Failure(
                "the request limit is used up",
                detail: "the rate limit of \(resource) is used up",
                retryAt: date,
                advice: [.wait]
            )
        case .quota(let name, let date):
            Failure(
                "today's quota is used up",
                detail: "today's quota of \(name) is used up",
                retryAt: date,
                advice: [.waitForReset]
            )
        case .quotaShare(let name, let share, let remaining, let date):
            Failure(
                "the quota that several devices share cannot be checked, and this device has used its part of it",
                detail: "the shared count of \(name) is unavailable, and this machine has used its share of the quota "
                    + "(\(share.grouped)); \(remaining.grouped) \(remaining == 1 ? "is" : "are") left today",
                retryAt: date,
                advice: [date == nil ? .repairSharedCount : .wait]
            )
        case .budget(let limit):
            Failure("the budget of \(counted(limit, "call")) is used up", advice: [.allowMoreCalls])
        case .notCached:
            Failure(
                "there is no stored result",
                detail: "no stored response can be used, and the cache mode does not allow a request",
                advice: [.goOnline]
            )
        case .circuitOpen(let host, let duration):
            Failure(
                "the service has failed too often",
                detail: "\(host) has failed too often",
                advice: [.waitFor(duration)]
            )
        case .addressNotAllowed(let host, let address):
            Failure(
                "requests to this address are not allowed",
                detail: "requests to \(address), the address of \(host), are not allowed",
                advice: [.useOtherAddress]
            )
        case .credentialUnavailable(let reason):
            Failure(
                "you are not signed in to the service",
                detail: "there is no credential for the request (\(reason))",
                advice: [.signIn]
            )
        }
    }

    /// The reason and what to do, in a single line.
    public var description: String { failure.line }
}

/// The parts of ``failure`` for `alert(isPresented:error:actions:message:)` of SwiftUI.
extension NetworkError: LocalizedError {
    /// What happened, as a user-facing sentence: the title of an alert.
    public var errorDescription: String? { failure.problemSentence }

    /// The details of the cause, such as a description by the system, the decoder or custom middleware; nil if there
    /// are none.
    public var failureReason: String? {
        if let cause { return cause.failureReason }
        return switch self {
        case .other(let context): context.underlyingDescription
        case .unacceptableMediaType(let type?, _): "The media type is \(type)."
        case .invalidRequest(let reason, _), .undecodable(let reason, _), .transport(.insecure(let reason), _),
            .transport(.malformedResponse(let reason), _), .transport(.other(let reason), _),
            .transport(.proxy(let reason), _), .transport(.invalidConfiguration(let reason), _),
            .rejected(.credentialUnavailable(let reason), _):
            Redaction.redacted(text: reason)
        default: nil
        }
    }

    /// What to do, as user-facing sentences; nil if there is nothing to do.
    public var recoverySuggestion: String? { failure.adviceSentences }
}

extension NetworkError: CustomStringConvertible {
    /// What failed and the request, in a single line; for a response that the endpoint does not accept, also the
    /// beginning of its body; for a request that was rejected locally, what to do.
    public var description: String {
        if case .rejected = self { failure.line } else { failure.fullDetail }
    }
}
