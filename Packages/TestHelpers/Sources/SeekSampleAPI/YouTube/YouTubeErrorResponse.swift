import SeekNetworking

/// An error response of YouTube in Google's envelope.
struct YouTubeErrorResponse: Error, Sendable {
    var status: HTTPResponse.Status
    var message: String
    var reason: String
    var domain = "global"
    /// The parameter that caused the error.
    var location: String?
    /// Google's canonical status name; nil if the back end sends none.
    var canonicalStatus: String?
    /// The members of `ErrorInfo` except its type; nil if the back end sends none.
    var details: JSONText?

    var envelope: JSONText {
        var entry: [JSONText.Member] = [
            .init(name: "message", value: .string(message)), .init(name: "domain", value: .string(domain)),
            .init(name: "reason", value: .string(reason)),
        ]
        if let location {
            entry.append(.init(name: "location", value: .string(location)))
            let type = location.hasSuffix(".") ? "other" : "parameter"
            entry.append(.init(name: "locationType", value: .string(type)))
        }
        var error: [JSONText.Member] = [
            .init(name: "code", value: .integer(status.code)), .init(name: "message", value: .string(message)),
            .init(name: "errors", value: [.object(entry)]),
        ]
        if let canonicalStatus { error.append(.init(name: "status", value: .string(canonicalStatus))) }
        if let details { error.append(.init(name: "details", value: [details])) }
        return ["error": .object(error)]
    }
}

extension YouTubeErrorResponse {
    static let missingKey = YouTubeErrorResponse(
        status: .forbidden,
        message: "Method doesn't allow unregistered callers (callers without established identity). "
            + "Please use API Key or other form of API consumer identity to call this API.",
        reason: "forbidden",
        canonicalStatus: "PERMISSION_DENIED"
    )

    static let invalidKey = YouTubeErrorResponse(
        status: .badRequest,
        message: "API key not valid. Please pass a valid API key.",
        reason: "badRequest",
        canonicalStatus: "INVALID_ARGUMENT",
        details: errorInfo("API_KEY_INVALID", ["service": "youtube.googleapis.com"])
    )

    static func exhausted(
        _ cost: YouTubeQuota.Cost,
        _ kind: SampleAPIConfiguration.QuotaResponse
    ) -> YouTubeErrorResponse {
        guard kind == .tooManyRequests else {
            return YouTubeErrorResponse(
                status: .forbidden,
                message: "The request cannot be completed because you have exceeded your "
                    + "<a href=\"/youtube/v3/getting-started#quota\">quota</a>.",
                reason: "quotaExceeded",
                domain: "youtube.quota"
            )
        }
        let metric =
            switch cost {
            case .search: "Search Queries"
            case .unit: "Queries"
            case .statistics: "Video Stats Queries"
            }
        return YouTubeErrorResponse(
            status: .tooManyRequests,
            message: "Quota exceeded for quota metric '\(metric)' and limit '\(metric) per day' "
                + "of service 'youtube.googleapis.com' for consumer 'project_number:000000000000'.",
            reason: "rateLimitExceeded",
            canonicalStatus: "RESOURCE_EXHAUSTED",
            details: errorInfo(
                "RATE_LIMIT_EXCEEDED",
                ["service": "youtube.googleapis.com", "consumer": "projects/000000000000"]
            )
        )
    }

    static func required(_ parameter: String) -> YouTubeErrorResponse {
        YouTubeErrorResponse(
            status: .badRequest,
            message: "Required parameter: \(parameter)",
            reason: "required",
            location: parameter
        )
    }

    static func invalid(_ value: String, of parameter: String, allowed: String) -> YouTubeErrorResponse {
        YouTubeErrorResponse(
            status: .badRequest,
            message: "Invalid value '\(value)'. Values must be within the range: \(allowed)",
            reason: "invalidParameter",
            location: parameter
        )
    }

    static func unknownPart(_ part: String) -> YouTubeErrorResponse {
        YouTubeErrorResponse(
            status: .badRequest,
            message: "'\(part)'",
            reason: "unknownPart",
            domain: "youtube.part",
            location: "part"
        )
    }

    static let noFilter = YouTubeErrorResponse(
        status: .badRequest,
        message: "No filter selected. Expected one of: chart, id, myRating",
        reason: "missingRequiredParameter",
        domain: "youtube.parameter",
        location: "parameters."
    )

    static let invalidPageToken = YouTubeErrorResponse(
        status: .badRequest,
        message: "The request specifies an invalid page token.",
        reason: "invalidPageToken",
        domain: "youtube.parameter",
        location: "pageToken"
    )

    static let invalidSearchFilter = YouTubeErrorResponse(
        status: .badRequest,
        message:
            "The request contains an invalid combination of search filters and/or restrictions. Note that you must set "
            + "the <code>type</code> parameter to <code>video</code> if you set a value for an <code>eventType</code> or "
            + "<code>video*</code> parameter.",
        reason: "invalidSearchFilter",
        domain: "youtube.search",
        location: "parameters."
    )

    static let invalidLocation = YouTubeErrorResponse(
        status: .badRequest,
        message: "The <code>location</code> and <code>locationRadius</code> parameters must be set together.",
        reason: "invalidLocation",
        domain: "youtube.search",
        location: "location"
    )

    static let notFound = YouTubeErrorResponse(
        status: .notFound,
        message: "Method not found.",
        reason: "notFound",
        canonicalStatus: "NOT_FOUND"
    )

    static let wrongMethod = YouTubeErrorResponse(
        status: .methodNotAllowed,
        message: "The sample API only reads: use GET or HEAD.",
        reason: "httpMethodNotAllowed"
    )

    private static func errorInfo(_ reason: String, _ metadata: JSONText) -> JSONText {
        [
            "@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": .string(reason), "domain": "googleapis.com",
            "metadata": metadata,
        ]
    }
}
