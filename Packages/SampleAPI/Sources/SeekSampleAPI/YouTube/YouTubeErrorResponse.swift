import SeekBasics
import SeekNetworking

/// An error response of YouTube's API.
struct YouTubeErrorResponse: Error, Sendable {
    var status: HTTPResponse.Status = .badRequest
    var message: String
    var reason: String
    var domain = "global"
    /// The parameter that caused the error; `parameters.` if several are missing or cannot be combined, nil if no
    /// parameter is the cause.
    var location: String?
    /// The name of the status in `google.rpc.Code`; nil if YouTube's back end sends none.
    var canonicalStatus: String?
    /// A `google.rpc.ErrorInfo` object; nil if YouTube's back end sends none.
    var details: JSONValue?

    /// The body of the response.
    var envelope: JSONValue {
        let entry: JSONValue = [
            "message": .string(message), "domain": .string(domain), "reason": .string(reason),
            "location": .optional(location),
            "locationType": .optional(location.map { $0.hasSuffix(".") ? "other" : "parameter" }),
        ]
        let error: JSONValue = [
            "code": .number(status.code), "message": .string(message), "errors": [entry.withoutNulls],
            "status": .optional(canonicalStatus), "details": details.map { [$0] } ?? .null,
        ]
        return ["error": error.withoutNulls]
    }
}

extension YouTubeErrorResponse {
    static let missingKey = Self(
        status: .forbidden,
        message: "Method doesn't allow unregistered callers (callers without established identity). "
            + "Please use API Key or other form of API consumer identity to call this API.",
        reason: "forbidden",
        canonicalStatus: "PERMISSION_DENIED"
    )

    static let invalidKey = Self(
        message: "API key not valid. Please pass a valid API key.",
        reason: "badRequest",
        canonicalStatus: "INVALID_ARGUMENT",
        details: errorInfo("API_KEY_INVALID", ["service": "youtube.googleapis.com"])
    )

    static func exhausted(
        _ bucket: YouTubeQuota.Bucket,
        _ quotaResponse: SampleAPIConfiguration.QuotaResponse
    ) -> Self {
        guard quotaResponse == .tooManyRequests else {
            return Self(
                status: .forbidden,
                message: "The request cannot be completed because you have exceeded your "
                    + "<a href=\"/youtube/v3/getting-started#quota\">quota</a>.",
                reason: "quotaExceeded",
                domain: "youtube.quota"
            )
        }
        let metric =
            switch bucket {
            case .searches: "Search Queries"
            case .units: "Queries"
            case .statistics: "Video Stats Queries"
            }
        return Self(
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

    /// Creates the response to a request that violates the contract.
    init(_ violation: ContractViolation, _ contract: ServiceContract) {
        let name = violation.name
        switch violation.kind {
        case .unknownParameter: self = .unknown(name)
        case .invalidValue where name == "part":
            self = Self(message: "'\(violation.value)'", reason: "unknownPart", domain: "youtube.part", location: name)
        case .invalidValue(_, let reason?): self = Self(reason, contract)
        case .invalidValue(let allowed, nil): self = .invalid(violation.value, of: name, allowed: allowed)
        case .combination(let rule, let reason): self = Self(reason, contract, names: rule.oneOf ?? [])
        default: self = Self(message: "Required parameter: \(name)", reason: "required", location: name)
        }
    }

    /// Creates the response with a reason of the contract.
    private init(_ reason: String, _ contract: ServiceContract, names: [String] = []) {
        let refusal = contract.errors?[reason]
        self = Self(
            status: .init(code: refusal?.status ?? 400),
            message: refusal?.message.replacing("{names}", with: names.joined(separator: ", ")) ?? "",
            reason: reason,
            domain: refusal?.domain ?? "global",
            location: refusal?.location
        )
    }

    private static func unknown(_ name: String) -> Self {
        Self(
            message: "Invalid JSON payload received. Unknown name \"\(name)\": Cannot bind query parameter. "
                + "Field '\(name)' could not be found in request message.",
            reason: "invalid",
            canonicalStatus: "INVALID_ARGUMENT"
        )
    }

    private static func invalid(_ value: String, of parameter: String, allowed: String) -> Self {
        Self(
            message: "Invalid value '\(value)'. Values must be within the range: \(allowed)",
            reason: "invalidParameter",
            location: parameter
        )
    }

    static let invalidPageToken = Self(
        message: "The request specifies an invalid page token.",
        reason: "invalidPageToken",
        domain: "youtube.parameter",
        location: "pageToken"
    )

    /// The response for a private playlist, too (playlistItems.list reference).
    static let playlistNotFound = Self(
        status: .notFound,
        message: "The playlist identified with the request's <code>playlistId</code> parameter cannot be found.",
        reason: "playlistNotFound",
        domain: "youtube.playlistItem",
        location: "playlistId"
    )

    static let watchLaterNotAccessible = Self(
        status: .forbidden,
        message: "Items in 'watch later' playlists cannot be retrieved through the API.",
        reason: "watchLaterNotAccessible",
        domain: "youtube.playlistItem",
        location: "playlistId"
    )

    static let notFound = Self(
        status: .notFound,
        message: "Method not found.",
        reason: "notFound",
        canonicalStatus: "NOT_FOUND"
    )

    static let wrongMethod = Self(
        status: .methodNotAllowed,
        message: "The sample API is read-only: use GET or HEAD.",
        reason: "httpMethodNotAllowed"
    )

    private static func errorInfo(_ reason: String, _ metadata: JSONValue) -> JSONValue {
        [
            "@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": .string(reason), "domain": "googleapis.com",
            "metadata": metadata,
        ]
    }
}
