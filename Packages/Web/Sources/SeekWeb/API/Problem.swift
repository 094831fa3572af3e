import Seek
import SeekBasics
import SeekNetworking

/// An error of the API as problem details (RFC 9457).
struct Problem: Error, Sendable, Hashable {
    /// A problem type. The raw values are part of the API.
    enum Kind: String, Sendable, Hashable, CaseIterable {
        case invalidParameter = "invalid-parameter"
        case invalidBody = "invalid-body"
        case invalidQuery = "invalid-query"
        case notFound = "not-found"
        case noDetails = "no-details"
        case exists
        case cannotBeSaved = "cannot-be-saved"
        case storeUnavailable = "store-unavailable"
        case missingCredential = "missing-credential"
        case rejectedCredential = "rejected-credential"
        case limitReached = "limit-reached"
        case serviceRejected = "service-rejected"
        case serviceUnavailable = "service-unavailable"
        case sourcesFailed = "sources-failed"
    }

    var kind: Kind
    /// What went wrong with the request and what to do, as a user-facing message.
    var detail: String
    /// The invalid parameter, or the first of several; nil for other problems.
    var parameter: String?
    /// When the request may succeed; nil if unknown.
    var retryAt: Date?
    /// The sources of a search that have all failed; empty for other problems.
    var sources: [SourceStatus] = []
}

extension Problem.Kind {
    /// The URI of the problem type: the path at which the API describes the type.
    var path: String { "/api/v1/problems/\(rawValue)" }

    var status: HTTPResponse.Status {
        switch self {
        case .invalidParameter, .invalidBody, .invalidQuery: 400
        case .notFound, .noDetails: 404
        case .exists: 412
        case .cannotBeSaved: 422
        case .rejectedCredential, .serviceRejected, .serviceUnavailable, .sourcesFailed: 502
        case .storeUnavailable, .missingCredential, .limitReached: 503
        }
    }

    var title: String {
        switch self {
        case .invalidParameter: "A parameter of the query is invalid."
        case .invalidBody: "The body of the request is invalid."
        case .invalidQuery: "The services do not accept the search text."
        case .notFound: "There is no such resource."
        case .noDetails: "Results of this kind have no details."
        case .exists: "There is already a saved search with this name."
        case .cannotBeSaved: "The search cannot be saved."
        case .storeUnavailable: "The store of the server cannot be used."
        case .missingCredential: "The server has no credential for a service."
        case .rejectedCredential: "A service rejected the server's credential."
        case .limitReached: "A quota or rate limit is used up."
        case .serviceRejected: "A service rejected the request."
        case .serviceUnavailable: "A service cannot be reached or is not available."
        case .sourcesFailed: "All sources of the search failed."
        }
    }
}

extension Problem {
    /// Creates the problem for the reason why a request failed. Of several invalid parameters, the detail describes all.
    init(reason: any Error) {
        switch reason {
        case let problem as Problem: self = problem
        case let error as SearchParametersError:
            self.init(kind: .invalidParameter, detail: "\(error)", parameter: error.problems.first?.parameter.rawValue)
        case let error as SearchError: self.init(kind: Kind(error), detail: error.text(), retryAt: error.retryAt)
        case let error as SavedSearchError: self.init(kind: Kind(error), detail: error.message)
        case WebSearchService.SavingError.store(let error): self.init(kind: Kind(error), detail: error.message)
        case WebSearchService.SavingError.unsupported(let message):
            self.init(kind: .cannotBeSaved, detail: message)
        default: self.init(kind: .storeUnavailable, detail: "The request failed; try again.")
        }
    }

    /// Creates the problem of an online search whose sources have all failed; nil for any other search.
    init?(_ sources: [SourceStatus]) {
        let errors = sources.compactMap(\.error)
        guard !sources.isEmpty, errors.count == sources.count else { return nil }
        let kinds = Set(errors.map(Kind.init))
        let details = sources.compactMap { source in source.message.map { "\(source.name): \($0)" } }
        self.init(
            kind: kinds.count == 1 ? kinds.first ?? .sourcesFailed : .sourcesFailed,
            detail: details.joined(separator: " "),
            retryAt: errors.compactMap(\.retryAt).min(),
            sources: sources
        )
    }

    /// Returns the response.
    ///
    /// - Parameter now: The current time, to which `Retry-After` is relative.
    func response(at now: Date) -> WebResponse {
        var fields: HTTPFields = [.contentType: "application/problem+json", .cacheControl: "no-store"]
        if let retryAt {
            // At least a second, and at most a week.
            fields[.retryAfter] = String(Int(max(1, min(86_400 * 7, retryAt.timeIntervalSince(now).rounded(.up)))))
        }
        let json =
            ([
                "type": .string(kind.path), "title": .string(kind.title), "status": .number(kind.status.code),
                "detail": .string(detail), "parameter": .optional(parameter), "retryAt": retryAt?.json ?? .null,
                "sources": sources.isEmpty ? nil : .array(sources.map(\.json)),
            ] as JSONValue).withoutNulls
        return WebResponse(status: kind.status, headerFields: fields, body: .data(json.data(.sorted)))
    }
}

extension Problem.Kind {
    init(_ error: SavedSearchError) {
        self =
            switch error {
            case .notFound: .notFound
            case .exists: .exists
            case .invalidName, .exceedsLimit: .cannotBeSaved
            case .noFolder, .corrupt, .ofNewerVersion, .cancelled, .busy, .unusable: .storeUnavailable
            }
    }

    init(_ error: SearchError) {
        self =
            switch error {
            case .noDetails: .noDetails
            case .invalidQuery: .invalidQuery
            case .emptyResult, .notFound: .notFound
            case .missingCredential: .missingCredential
            case .unauthorized, .forbidden, .authorizationRequired: .rejectedCredential
            case .limitReached: .limitReached
            case .rejected: .serviceRejected
            case .unreadableResults, .unavailable, .network: .serviceUnavailable
            }
    }
}

extension SearchError {
    /// When the limit that was reached allows further requests; nil if this is unknown, and for other errors.
    var retryAt: Date? { if case .limitReached(_, let limit) = self { limit.retryAt } else { nil } }
}

extension SavedSearchError {
    /// What went wrong and what to do, as a user-facing message without a path.
    var message: String {
        switch self {
        case .notFound: "There is no saved search with this name."
        case .exists: "There is already a saved search with this name; choose another name, or replace it."
        case .invalidName:
            "The name is blank, contains a control character or has more than 200 characters; choose another."
        case .exceedsLimit(let problem): problem.prefix(1).uppercased() + problem.dropFirst() + "."
        case .noFolder: "The server cannot save searches; start it with SEEK_STATE_DIR set."
        case .busy: "Another process is using the saved searches; try again."
        case .cancelled: "The request was cancelled; try again."
        case .corrupt, .ofNewerVersion, .unusable: "The saved searches cannot be used; see the log of the server."
        }
    }
}
