public import SeekModels
public import SeekNetworking

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An API that is searched.
public enum SearchService: String, Sendable, Hashable, CustomStringConvertible {
    /// The YouTube Data API.
    case youTube = "YouTube"
    /// The GitHub REST API.
    case gitHub = "GitHub"

    /// The name as its owner spells it.
    public var description: String { rawValue }
}

/// Why a search gave no page: what failed, what the API said, and what to do.
///
/// ``description`` is one line, stable but for the API's own words.
public enum SearchError: Error, Sendable, Hashable {
    /// The query cannot be sent. Nothing was sent and nothing spent; the text says how to mend it.
    case invalidQuery(String)
    /// The façade's search found nothing. (Clients and sources return an empty page instead.)
    case emptyResult(keyword: String)
    /// The API returned results, and none of them could be read: each breaks a rule of its model, as listed.
    case unreadableResults([SkippedItem])
    /// The API needs a credential, or does not take this one. The text is the API's, or says what is missing.
    case unauthorized(SearchService, String)
    /// The API knows the credential and refuses all the same.
    case forbidden(SearchService, String)
    /// There is no such user (or other subject), or the credential may not see it.
    case notFound(SearchService, String)
    /// The quota or rate limit is used up.
    case limitReached(SearchService, SearchLimit)
    /// The API calls the request wrong.
    case rejected(SearchService, String, NetworkError)
    /// The API failed: a status of 500 or more.
    case unavailable(SearchService, NetworkError)
    /// No usable answer: the URL, the transport, an unexpected status, the media type or the decoding failed.
    case network(NetworkError)

    /// The part of the way at which a search failed.
    public enum Stage: String, Sendable, Hashable {
        /// The query was checked.
        case query
        /// The URL was built.
        case url
        /// The request was sent and its answer awaited.
        case transport
        /// The answer's status was looked at.
        case status
        /// The answer's media type was looked at.
        case mediaType
        /// The answer was decoded.
        case decoding
        /// The results were looked at, and there were none.
        case result
    }

    /// The part of the way at which the search failed.
    public var stage: Stage {
        switch self {
        case .invalidQuery: .query
        case .emptyResult: .result
        case .unreadableResults: .decoding
        case .unauthorized, .forbidden, .notFound, .limitReached, .rejected, .unavailable: .status
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
    public var isCancellation: Bool {
        if case .network(.cancelled) = self { true } else { false }
    }
}

/// A limit that was reached, and when it ends.
public struct SearchLimit: Sendable, Hashable {
    /// The limits there are.
    public enum Kind: String, Sendable, Hashable {
        /// The calls of a day. YouTube's day ends at midnight Pacific time.
        case daily
        /// The calls of a minute or an hour.
        case rate
        /// GitHub's guard against many calls at once.
        case secondary
        /// What the caller allowed: a ``CallBudgetMiddleware``.
        case budget
    }

    /// Which limit.
    public var kind: Kind
    /// From when on calls are answered again, where the API tells. Within the years 1 to 9999.
    public var retryAt: Date?
    /// The API's own words.
    public var message: String

    /// Makes a limit.
    public init(kind: Kind, retryAt: Date? = nil, message: String) {
        self.kind = kind
        self.retryAt = retryAt?.clampedToFourDigitYears
        self.message = message
    }
}

extension SearchError: CustomStringConvertible {
    /// One line: what failed and what to do.
    public var description: String {
        switch self {
        case .invalidQuery(let reason): reason
        case .emptyResult(let keyword): "nothing found for '\(keyword)'; try other words"
        case .unreadableResults(let skipped): Self.describe(skipped)
        case .unauthorized(let service, let message): "\(service) needs a valid credential: \(message)"
        case .forbidden(let service, let message): "\(service) refuses: \(message)"
        case .notFound(let service, let subject): "\(service) has no \(subject), or does not show it to you"
        case .limitReached(let service, let limit): "\(service): \(limit)"
        case .rejected(let service, let message, _): "\(service) calls the request wrong: \(message)"
        case .unavailable(let service, let error): "\(service) failed, try again later: \(error)"
        case .network(let error): Self.describe(error)
        }
    }

    private static func describe(_ skipped: [SkippedItem]) -> String {
        let count = skipped.count == 1 ? "the only result" : "none of the \(skipped.count) results"
        let verb = skipped.count == 1 ? "could not" : "could"
        let reason = skipped.first.map { ": \($0)" } ?? ""
        return "\(count) \(verb) be read\(reason); the API may have changed, update Seek"
    }

    private static func describe(_ error: NetworkError) -> String {
        switch error {
        case .invalidRequest: "\(error); check the base URL"
        case .transport(.hostNotFound, _), .transport(.cannotConnect, _): "\(error); check the network and the base URL"
        case .transport, .timedOut: "\(error); try again"
        case .unacceptableMediaType, .undecodable: "\(error); is the base URL the API's?"
        case .cancelled, .bodyTooLarge, .unacceptableStatus, .redirectRefused, .refused: "\(error)"
        }
    }
}

extension SearchLimit: CustomStringConvertible {
    /// What is used up and when to try again.
    public var description: String {
        let what =
            switch kind {
            case .daily: "today's quota is used up"
            case .rate: "the rate limit is used up"
            case .secondary: "too many requests at once"
            case .budget: message
            }
        let when =
            switch (retryAt, kind) {
            case (_, .budget): ""
            case (let date?, .daily): "; it starts anew at midnight Pacific time, \(date.formatted(.iso8601))"
            case (let date?, _): "; try again after \(date.formatted(.iso8601))"
            case (nil, .daily): "; it starts anew at midnight Pacific time"
            case (nil, _): "; wait a minute and try again"
            }
        return "\(what)\(when)"
    }
}
