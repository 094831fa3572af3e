import SeekModels
import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Maps network errors and error responses to ``SearchError``.
extension SearchError {
    /// Creates a search error from a network error.
    ///
    /// - Parameters:
    ///   - subject: The subject of ``notFound(_:_:)``: `user 'octocat'`.
    ///   - now: The current date, for limits that end after a number of seconds.
    init(_ error: NetworkError, from service: SearchService, subject: String, now: Date) {
        if case .rejected(let refusal, _) = error, let limit = SearchLimit(refusal) {
            self = .limitReached(service, limit)
            return
        }
        guard case .unacceptableStatus(let code, let context) = error, let response = context.response else {
            self = .network(error)
            return
        }
        let refusal = Refusal(service, response, now: now)
        self =
            switch (refusal.meaning, code) {
            case (.limit(let limit), _): .limitReached(service, limit)
            case (.badCredential, _), (_, 401): .unauthorized(service, refusal.message)
            case (_, 403), (_, 451): .forbidden(service, refusal.message)
            case (_, 404): .notFound(service, subject)
            case (_, 400...499): .rejected(service, refusal.message, error)
            case (_, 500...599): .unavailable(service, error)
            default: .network(error)
            }
    }
}

extension SearchLimit {
    /// Creates a limit from a local rejection; nil if no limit caused it.
    fileprivate init?(_ refusal: RequestRejection) {
        let message = "the request was not sent because the API would reject it"
        switch refusal {
        case .rateLimit(_, let until): self.init(kind: .rate, retryAt: until, message: message)
        case .quota(_, let until): self.init(kind: .daily, retryAt: until, message: message)
        case .budget: self.init(kind: .budget, message: refusal.description)
        case .circuitOpen, .notCached, .addressNotAllowed: return nil
        }
    }
}

/// The meaning of an error response.
private struct Refusal {
    enum Meaning {
        case limit(SearchLimit)
        case badCredential
        case other
    }

    var meaning: Meaning = .other
    var message: String

    init(_ service: SearchService, _ response: ResponseExcerpt, now: Date) {
        message = response.status.description
        switch service {
        case .youTube: readYouTube(response, now: now)
        case .gitHub: readGitHub(response, now: now)
        }
    }

    private mutating func readYouTube(_ response: ResponseExcerpt, now: Date) {
        let envelope = try? ModelDecoder().decode(YouTubeErrorEnvelope.self, from: response.body)
        if let text = envelope?.message, !text.isEmpty { message = text }
        let reasons = Set(envelope?.reasons ?? [])
        func has(_ names: Set<String>) -> Bool { !reasons.isDisjoint(with: names) }
        // Only the API's own reasons close the day: proxies return 429, too. Since search.list has a bucket of its own,
        // the reason is rateLimitExceeded, and the message contains the limit: "Quota exceeded for quota metric '…' and
        // limit 'Search Queries per day' …".
        let isRate = has([
            "rateLimitExceeded", "userRateLimitExceeded", "RATE_LIMIT_EXCEEDED", "RESOURCE_EXHAUSTED",
        ])
        if has(["quotaExceeded", "dailyLimitExceeded"]) || (isRate && message.lowercased().contains("per day")) {
            meaning = .limit(SearchLimit(kind: .daily, retryAt: QuotaDay(at: now).end, message: message))
        } else if isRate || response.status.code == 429 {
            let date = response.headerFields.retryAfter(at: now).map { now.addingTimeInterval($0 / .seconds(1)) }
            meaning = .limit(SearchLimit(kind: .rate, retryAt: date, message: message))
        } else if !reasons.isDisjoint(with: ["API_KEY_INVALID", "keyInvalid", "keyExpired"])
            || message.contains("unregistered callers")
        {
            // Only the message distinguishes a missing key from a project without permission.
            meaning = .badCredential
        }
    }

    private mutating func readGitHub(_ response: ResponseExcerpt, now: Date) {
        if let envelope = try? ModelDecoder().decode(GitHubErrorEnvelope.self, from: response.body) {
            message = ([envelope.message] + envelope.details).joined(separator: "; ")
        }
        guard response.status.code == 403 || response.status.code == 429 else { return }
        let retryAfter = response.headerFields.retryAfter(at: now)
        if response.headerFields[.rateLimitRemaining] == "0" {
            let reset = response.headerFields[.rateLimitReset].flatMap(UInt32.init)
            let date = reset.map { Date(timeIntervalSince1970: Double($0)) }
            meaning = .limit(SearchLimit(kind: .rate, retryAt: date, message: message))
        } else if retryAfter != nil || message.lowercased().contains("secondary rate limit") {
            // GitHub recommends a minute if it sends no time (docs.github.com, rate limits).
            let date = now.addingTimeInterval((retryAfter ?? .seconds(60)) / .seconds(1))
            meaning = .limit(SearchLimit(kind: .secondary, retryAt: date, message: message))
        } else if response.status.code == 429 {
            meaning = .limit(SearchLimit(kind: .rate, message: message))
        }
    }
}
