public import SeekBasics

extension NetworkError {
    /// A user-facing message: what happened and what to do, without the URL, the response or names of Swift types. The
    /// time at which a limit is reset is relative to now, such as `in 5 hours`.
    ///
    /// If custom middleware failed with a `LocalizedError`, or the body of an error response was decoded as one
    /// (``APIClient/Configuration/errorBody``), the message consists of the texts of that error. ``description`` is the
    /// line for developers and logs.
    public var message: String { [problem, advice].compactMap { $0 }.joined(separator: " ") }

    /// Whether no connection could be made, so that nothing was sent: this device is offline, or the service is down or
    /// not reachable from its network.
    public var couldNotConnect: Bool {
        switch self {
        case .transport(.hostNotFound, _), .transport(.cannotConnect, _): true
        default: false
        }
    }
}

extension NetworkError: LocalizedError {
    /// What happened, as a user-facing sentence: the title of an alert.
    public var errorDescription: String? { problem }

    /// The details of the cause, such as a description by the system, the decoder or custom middleware; nil if there
    /// are none.
    public var failureReason: String? {
        if let cause { return cause.failureReason }
        return switch self {
        case .other(let context): context.underlyingDescription
        case .invalidRequest(let reason, _), .undecodable(let reason, _), .transport(.insecure(let reason), _),
            .transport(.malformedResponse(let reason), _), .transport(.other(let reason), _),
            .transport(.proxy(let reason), _), .transport(.invalidConfiguration(let reason), _),
            .rejected(.credentialUnavailable(let reason), _):
            Redaction.redacted(text: reason)
        default: nil
        }
    }

    /// What to do, as a user-facing sentence; nil for a cancelled request, or if the error of custom middleware or the
    /// decoded body of an error response is a `LocalizedError` without a suggestion.
    public var recoverySuggestion: String? { advice }

    /// The error of custom middleware, or the decoded error body, if it is a `LocalizedError`.
    private var cause: (any LocalizedError)? {
        switch self {
        case .other(let context), .unacceptableStatus(_, let context): context.underlyingError as? any LocalizedError
        default: nil
        }
    }

    private var problem: String {
        if let problem = cause?.errorDescription { return problem }
        return switch self {
        case .invalidRequest: "The request is not valid."
        case .transport(.hostNotFound, _), .transport(.cannotConnect, _): "The service cannot be reached."
        case .transport(.connectionLost, _): "The connection was lost."
        case .transport(.insecure, _), .transport(.publicKeyNotPinned, _):
            "A secure connection could not be established."
        case .transport(.proxy, _), .transport(.proxyAuthenticationRequired, _):
            "The proxy did not connect to the service."
        case .transport(.invalidConfiguration, _): "The connection settings are not valid."
        case .timedOut: "The service did not respond in time."
        case .cancelled: "The request was cancelled."
        case .bodyTooLarge: "The response is too large."
        case .unacceptableStatus(401, _): "The service did not accept the credential."
        case .unacceptableStatus(403, _): "The service denied access."
        case .unacceptableStatus(404, _), .unacceptableStatus(410, _): "The service has nothing at this address."
        case .unacceptableStatus(429, _): "There were too many requests."
        case .unacceptableStatus(let code, _) where code >= 500: "The service is not available."
        case .redirectRefused: "A redirect by the service was not followed."
        case .unacceptableStatus: "The service did not accept the request."
        case .unacceptableMediaType, .undecodable, .transport(.malformedResponse, _),
            .transport(.unsupportedContentCoding, _):
            "The response of the service cannot be read."
        case .rejected(let rejection, _): rejection.problem
        default: "The request failed."
        }
    }

    private var advice: String? {
        if let cause { return cause.recoverySuggestion }
        return switch self {
        case .cancelled: nil
        case .transport(.hostNotFound, _), .transport(.cannotConnect, _), .transport(.connectionLost, _), .timedOut:
            "Check the network connection, and try again."
        case .transport(.insecure, _): "Check the network and the date of this device, and try again."
        case .transport(.publicKeyNotPinned, _): "Try another network. If the problem persists, update the app."
        case .transport(.proxy, _): "Check the proxy."
        case .transport(.proxyAuthenticationRequired, _): "Check the user name and the password of the proxy."
        case .transport(.invalidConfiguration, _): "Correct the proxy or the certificates in the settings."
        case .transport(.unsupportedContentCoding, _): "Check the address of the service, and update the app."
        case .redirectRefused: "Check the network and the address of the service, and try again."
        case .bodyTooLarge: "Request fewer results."
        case .unacceptableStatus(401, _), .unacceptableStatus(403, _): "Check the credential and its permissions."
        case .unacceptableStatus(404, _), .unacceptableStatus(410, _): "Check the name, and try again."
        case .unacceptableStatus(429, _): "Wait a minute, and try again."
        case .unacceptableStatus where isRetryable: "Try again later."
        case .invalidRequest, .unacceptableStatus(400..<500, _):
            "Check your input and the settings. If the problem persists, update the app."
        case .rejected(let rejection, _): rejection.advice
        default: "Try again later. If the problem persists, update the app."
        }
    }
}

extension RequestRejection {
    fileprivate var problem: String {
        switch self {
        case .rateLimit: "The request limit is used up."
        case .quota: "Today's quota is used up."
        case .quotaShare:
            "The quota that several devices share cannot be checked, and this device has used its part of it."
        case .budget(let limit): "The budget of \(counted(limit, "call")) is used up."
        case .notCached: "There is no stored result."
        case .circuitOpen: "The service has failed too often."
        case .addressNotAllowed: "Requests to this address are not allowed."
        case .credentialUnavailable: "You are not signed in to the service."
        }
    }

    fileprivate var advice: String {
        switch self {
        case .rateLimit(_, let date), .quota(_, let date), .quotaShare(_, _, _, let date?): date.retryAdvice
        case .quotaShare: "Try again later."
        case .budget: "Allow more calls."
        case .notCached: "Search again with a connection to the network."
        case .circuitOpen(_, let duration): "Try again in \(duration.waitText)."
        case .addressNotAllowed: "Use another address."
        case .credentialUnavailable: "Sign in again, or check the credential."
        }
    }
}

extension Date {
    /// When to try again, relative to now, as a user-facing sentence.
    fileprivate var retryAdvice: String {
        let now = Date()
        return self > now ? "Try again \(relativeText(to: now))." : "Try again."
    }
}
