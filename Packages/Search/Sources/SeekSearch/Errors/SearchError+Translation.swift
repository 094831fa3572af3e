import SeekBasics
import SeekModels
import SeekNetworking

extension SearchError {
    /// Creates a search error from a network error, which may contain an error response.
    ///
    /// - Parameters:
    ///   - subject: The subject of ``notFound(_:_:)``: `user 'octocat'`.
    ///   - hasCredential: Whether the client has a credential. If not, the status 401 maps to
    ///     ``missingCredential(_:)``.
    ///   - renewsCredential: Whether the credential is renewed, so that the user must sign in again if there is none.
    ///   - now: The local time at which the response arrived.
    init(
        _ error: NetworkError,
        from service: SearchService,
        subject: String,
        hasCredential: Bool = true,
        renewsCredential: Bool = false,
        now: Date
    ) {
        if let limit = SearchLimit(rejectionOf: error) {
            self = .limitReached(service, limit)
            return
        }
        if case .rejected(.credentialUnavailable(let reason), _) = error {
            self =
                renewsCredential
                ? .unauthorized(service, "no valid credential could be obtained (\(reason))")
                : .missingCredential(service)
            return
        }
        guard case .unacceptableStatus(let code, let context) = error, let response = context.response else {
            self = .network(error)
            return
        }
        let errorResponse = ErrorResponse(service, response, now: now)
        let message = errorResponse.message
        self =
            switch (errorResponse.cause, code) {
            case (.limit(let limit), _): .limitReached(service, limit)
            case (_, 401) where !hasCredential: .missingCredential(service)
            case (.badCredential, _), (_, 401): .unauthorized(service, message)
            case (.missingAuthorization(let url), _) where GitHubClient.isOnSite(url, ofServerAt: context.url):
                .authorizationRequired(service, message, url)
            case (_, 403): .forbidden(service, message)
            // GitHub responds with 410 for a deleted issue.
            case (_, 404), (_, 410): .notFound(service, subject)
            // Only proxies respond with this status.
            case (_, 407): .network(.transport(.proxyAuthenticationRequired, context))
            case (_, 400...499): .rejected(service, message, error)
            case (_, 500...599): .unavailable(service, error)
            default: .network(error)
            }
    }
}

extension SearchLimit {
    /// Nil if the request was not rejected, or no limit caused the rejection.
    fileprivate init?(rejectionOf error: NetworkError) {
        guard case .rejected(let rejection, _) = error else { return nil }
        let message = "the request was not sent because the API would reject it"
        switch rejection {
        case .rateLimit(_, let until): self.init(kind: .rate, retryAt: until, message: message)
        case .quota(_, let until): self.init(kind: .daily, retryAt: until, message: message)
        case .quotaShare(_, _, _, let until):
            self.init(kind: .outageShare, retryAt: until, message: error.failure.detail)
        case .budget: self.init(kind: .budget, message: error.failure.detail)
        case .circuitOpen, .notCached, .addressNotAllowed, .credentialUnavailable: return nil
        }
    }
}

/// The cause of an error response, with the API's message or, if there is none, the status.
private struct ErrorResponse {
    enum Cause {
        case limit(SearchLimit)
        case badCredential
        /// The page on which the token must be authorized for an organization.
        case missingAuthorization(URL)
        case other
    }

    var cause = Cause.other
    var message: String

    init(_ service: SearchService, _ response: ResponseExcerpt, now: Date) {
        message = response.status.description
        switch service {
        case .youTube: parseYouTube(response, now: now)
        case .gitHub: parseGitHub(response, now: now)
        }
    }

    private mutating func parseYouTube(_ response: ResponseExcerpt, now: Date) {
        let envelope = try? ModelDecoder().decode(YouTubeErrorEnvelope.self, from: response.body)
        if let apiMessage = envelope?.message, !apiMessage.isEmpty { message = apiMessage }
        let reasons = Set(envelope?.reasons ?? [])
        func hasReason(_ names: Set<String>) -> Bool { !reasons.isDisjoint(with: names) }
        // A daily limit is recognized by the API's reasons, not by the status 429, which proxies return as well. The
        // exception is the separate daily quota of search.list: its reason is rateLimitExceeded, and only the message
        // names the limit: "Quota exceeded for quota metric '…' and limit 'Search Queries per day' …".
        let isRateLimit = hasReason([
            "rateLimitExceeded", "userRateLimitExceeded", "RATE_LIMIT_EXCEEDED", "RESOURCE_EXHAUSTED",
        ])
        if hasReason(["quotaExceeded", "dailyLimitExceeded"])
            || (isRateLimit && message.lowercased().contains("per day"))
        {
            let fields = response.headerFields
            let end = QuotaDay(at: fields.serverDate(at: now) ?? now).end
            cause = .limit(SearchLimit(kind: .daily, retryAt: fields.localDate(end, at: now), message: message))
        } else if isRateLimit || response.status.code == 429 {
            let date = response.headerFields.retryAfter(at: now).map { now.addingTimeInterval($0 / .seconds(1)) }
            cause = .limit(SearchLimit(kind: .rate, retryAt: date, message: message))
        } else if hasReason(["API_KEY_INVALID", "keyInvalid", "keyExpired"])
            || message.contains("unregistered callers")
        {
            // Only the message distinguishes a missing key from a project without permission.
            cause = .badCredential
        }
    }

    private mutating func parseGitHub(_ response: ResponseExcerpt, now: Date) {
        if let envelope = try? ModelDecoder().decode(GitHubErrorEnvelope.self, from: response.body) {
            message = ([envelope.message] + envelope.details).joined(separator: "; ")
        }
        if case .required(let url) = GitHubSingleSignOn(response.headerFields) {
            cause = .missingAuthorization(url)
            return
        }
        guard response.status.code == 403 || response.status.code == 429 else { return }
        let retryAfter = response.headerFields.retryAfter(at: now)
        if response.headerFields.hasUsedUpRateLimit {
            let date = response.headerFields.rateLimitReset(at: now)
            cause = .limit(SearchLimit(kind: .rate, retryAt: date, message: message))
        } else if retryAfter != nil || message.lowercased().contains("secondary rate limit") {
            // GitHub recommends waiting a minute if the response has no `Retry-After` (docs.github.com, rate limits).
            let date = now.addingTimeInterval((retryAfter ?? .seconds(60)) / .seconds(1))
            cause = .limit(SearchLimit(kind: .secondary, retryAt: date, message: message))
        } else if response.status.code == 429 {
            cause = .limit(SearchLimit(kind: .rate, message: message))
        }
    }
}
