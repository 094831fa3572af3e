public import SeekBasics
import SeekNetworking

extension SearchError {
    /// A user-facing message: what happened and what to do, without text from the API and without URLs, except that of
    /// the page on which a token must be authorized (``authorizationRequired(_:_:_:)``). The time at which a
    /// limit resets is relative to now, such as `in 5 hours`. A `LocalizedError` that ``other(_:)`` has converted
    /// provides its own text.
    ///
    /// ```swift
    /// .alert("Search failed", isPresented: $isAlertShown) {} message: { Text(error.message) }
    /// ```
    public var message: String { [errorDescription, recoverySuggestion].compactMap { $0 }.joined(separator: " ") }

    /// Whether no connection could be made: this device is offline, or the service is down or not reachable from its
    /// network.
    public var couldNotConnect: Bool {
        if case .network(let error) = self { error.couldNotConnect } else { false }
    }
}

/// The parts of ``message``, and the cause, for `alert(isPresented:error:actions:message:)` of SwiftUI.
extension SearchError: LocalizedError {
    /// What happened, as a user-facing sentence: the title of an alert.
    public var errorDescription: String? {
        switch self {
        case .invalidQuery(let reason): reason.asSentence
        case .emptyResult(let keyword): "There are no results for “\(keyword)”."
        case .unreadableResults: "The results cannot be read."
        case .missingCredential(let service): "\(service) needs \(service.credentialName)."
        case .unauthorized(let service, _): "\(service) did not accept the credential."
        case .forbidden(let service, _), .authorizationRequired(let service, _, _): "\(service) denied access."
        case .notFound(let service, let subject): "\(service) has no \(subject), or you have no access to it."
        case .limitReached(let service, let limit): "\(service): \(limit.problem)."
        case .rejected(let service, _, _): "\(service) did not accept the search."
        case .unavailable(let service, _): "\(service) is not available."
        case .network(let error): error.errorDescription ?? error.message
        }
    }

    /// The cause: the message of the API or of the limit, the reason why the results cannot be read, or the failure
    /// reason of a network error. May contain URLs. Nil for the other errors, and for a network error without a reason.
    public var failureReason: String? {
        switch self {
        case .unauthorized(_, let message), .forbidden(_, let message), .authorizationRequired(_, let message, _),
            .rejected(_, let message, _):
            message
        case .limitReached(_, let limit): limit.message
        case .unreadableResults(let skipped): skipped.first.map { "\($0)" }
        case .network(let error): error.failureReason
        case .invalidQuery, .emptyResult, .missingCredential, .notFound, .unavailable: nil
        }
    }

    /// What to do, as a user-facing sentence; nil if ``errorDescription`` includes it or there is nothing to do.
    public var recoverySuggestion: String? {
        switch self {
        case .invalidQuery: nil
        case .emptyResult: "Try other words."
        case .unreadableResults: "Try again later. If the problem persists, update the app."
        case .missingCredential(let service): "Set \(service.credentialName), and try again."
        case .unauthorized(let service, _): "Set \(service.credentialName) that is valid, and try again."
        case .forbidden: "Check the permissions of the credential."
        case .authorizationRequired(_, _, let url):
            "Authorize the token for the organization's single sign-on: \(url.absoluteString)"
        case .notFound(_, let subject):
            // Other subjects contain no quoted name or ID.
            subject.hasSuffix("'") ? "Check the name or ID, and the permissions of the credential." : nil
        case .limitReached(_, let limit): limit.suggestion
        case .rejected: "Change the search, and try again."
        case .unavailable: "Try again later."
        case .network(let error): error.recoverySuggestion
        }
    }
}

extension SearchLimit {
    /// What to do, such as when to try again (relative to now), as a user-facing sentence.
    fileprivate var suggestion: String? {
        guard let retryAt, kind != .budget else {
            // Only an operator can repair the shared count.
            return kind == .outageShare ? "Try again later." : advice?.asSentence
        }
        let now = Date()
        guard retryAt > now else { return "Try again." }
        return "\(kind == .daily ? "It resets" : "Try again") \(retryAt.relativeText(to: now))."
    }
}

extension String {
    /// The string with an uppercase first letter and a final period.
    fileprivate var asSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
