public import SeekBasics
import SeekModels
public import SeekNetworking

extension SearchError {
    /// What failed, where, when to try again and what to do.
    public var failure: Failure {
        switch self {
        case .invalidQuery(let problem): Failure(problem.description)
        case .emptyResult(let keyword):
            Failure(
                "there are no results for “\(keyword)”",
                detail: "no results for '\(keyword)'",
                advice: [.useOtherWords]
            )
        case .unreadableResults(let skipped):
            Failure(
                "the results cannot be read",
                detail: Self.describe(skipped),
                advice: [.tryLater, .update]
            )
        case .missingCredential(let service):
            service.failure(
                "needs \(service.credentialName)",
                advice: [.setCredential(service.credentialName, page: service.credentialPage)]
            )
        case .unauthorized(let service, let message):
            service.failure(
                "did not accept the credential",
                "rejected the credential: \(message)",
                advice: [.replaceCredential(service.credentialName)]
            )
        case .forbidden(let service, let message):
            service.failure("denied access", "denied access: \(message)", advice: [.checkPermissions])
        case .authorizationRequired(let service, let message, let url):
            service.failure("denied access", "denied access: \(message)", advice: [.authorize(url)])
        case .notFound(let service, let subject):
            service.failure(
                "has no \(subject), or you have no access to it",
                // Other subjects contain no quoted name or ID.
                advice: subject.hasSuffix("'") ? [.checkName] : []
            )
        case .limitReached(let service, let limit): limit.failure(of: service)
        case .rejected(let service, let message, let error):
            service.failure(
                "did not accept the search",
                "rejected the request: \(message)",
                error,
                advice: [.changeSearch]
            )
        case .unavailable(let service, let error):
            service.failure("is not available", "failed: \(error.failure.detail)", error, advice: [.tryLater])
        case .network(let error): error.failure
        }
    }

    /// A user-facing message: what happened and what to do, without text from the API and without URLs, except that of
    /// the page on which a token must be authorized (``authorizationRequired(_:_:_:)``). The time at which a
    /// limit resets is relative to now, such as `in 5 hours`. A `LocalizedError` that ``other(_:)`` has converted
    /// provides its own text.
    ///
    /// ```swift
    /// .alert("Search failed", isPresented: $isAlertShown) {} message: { Text(error.message) }
    /// ```
    public var message: String { failure.message }

    private static func describe(_ skipped: [SkippedItem]) -> String {
        let count = skipped.count == 1 ? "the only result" : "none of the \(skipped.count) results"
        let verb = skipped.count == 1 ? "could not" : "could"
        return "\(count) \(verb) be read\(skipped.first.map { ": \($0)" } ?? "")"
    }
}

extension SearchService {
    /// Returns a failure whose problem and detail have the service as their subject.
    fileprivate func failure(
        _ problem: String,
        _ detail: String? = nil,
        _ error: NetworkError? = nil,
        advice: [Failure.Advice]
    ) -> Failure {
        var failure = error?.failure ?? Failure("")
        (failure.problem, failure.detail) = (problem, detail ?? problem)
        (failure.service, failure.describesService) = (rawValue, true)
        // The detail contains the readable part of a response that rejects the request.
        if case .unacceptableStatus(400..<500, _)? = error { failure.responseText = nil }
        failure.advice = advice
        return failure
    }
}

extension SearchLimit {
    fileprivate func failure(of service: SearchService) -> Failure {
        let (problem, advice): (String, [Failure.Advice]) =
            switch kind {
            case .daily: ("today's quota is used up", [.waitForReset])
            case .rate: ("the rate limit is used up", [retryAt == nil ? .waitMinute : .wait])
            case .secondary: ("too many requests at once", [retryAt == nil ? .waitMinute : .wait])
            case .budget: (message, [.allowMoreCalls])
            case .outageShare: (message, [retryAt == nil ? .repairSharedCount : .wait])
            }
        return Failure(problem, service: service.rawValue, retryAt: retryAt, advice: advice)
    }
}

/// The parts of ``failure`` for `alert(isPresented:error:actions:message:)` of SwiftUI.
extension SearchError: LocalizedError {
    /// What happened, as a user-facing sentence: the title of an alert.
    public var errorDescription: String? { failure.problemSentence }

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

    /// What to do, as user-facing sentences; nil if ``errorDescription`` includes it or there is nothing to do.
    public var recoverySuggestion: String? { failure.adviceSentences }
}

extension SearchError: CustomStringConvertible {
    /// One line for developers: what failed, the API's message, the request, and what to do.
    public var description: String { failure.line }
}
