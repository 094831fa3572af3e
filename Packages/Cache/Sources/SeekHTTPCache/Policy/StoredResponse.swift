import SeekBasics
@_spi(Seek) import SeekNetworking

struct StoredResponse: Hashable {
    var response: HTTPResponse
    /// When the response was received.
    var storedAt: Date
    /// The age on arrival in seconds (RFC 9111 §4.2.3).
    var initialAge: Double
    var freshnessInfo: FreshnessInfo

    /// Returns the age in seconds.
    func age(at now: Date) -> Double { initialAge + max(0, now.timeIntervalSince(storedAt)) }

    /// Returns the remaining freshness in seconds; negative if the response is stale. If the lifetime is an endpoint's
    /// time to live, only the time since the arrival counts.
    func freshness(at now: Date) -> Double {
        freshnessInfo.lifetime - (freshnessInfo.usesTimeToLive ? max(0, now.timeIntervalSince(storedAt)) : age(at: now))
    }

    /// When the response becomes stale or, if it must be validated before each use, when it was stored.
    var freshUntil: Date {
        freshnessInfo.requiresValidation ? storedAt : storedAt.addingTimeInterval(freshness(at: storedAt))
    }

    /// Whether the clock was set back since the response was stored, so that its age is unknown.
    func isFromTheFuture(at now: Date) -> Bool { storedAt > now }

    /// The fields of a validation request (§4.3.1); empty if the response has no validators.
    var validators: HTTPFields {
        var fields: HTTPFields = [:]
        fields[.ifNoneMatch] = response.headerFields[values: .eTag].first.flatMap { $0.isEmpty ? nil : $0 }
        fields[.ifModifiedSince] = response.headerFields[values: .lastModified].first
        return fields
    }
}

/// How long and under which conditions a stored response may be served.
struct FreshnessInfo: Hashable {
    /// The freshness lifetime in seconds.
    var lifetime = 0.0
    /// Whether the lifetime is the endpoint's time to live instead of the one that the server specifies.
    var usesTimeToLive = false
    /// Whether the response must be validated before each use: it has `no-cache` and no time to live, or a HEAD has
    /// invalidated it.
    var requiresValidation = false
    /// Whether the response must not be served stale: it has `must-revalidate`, or a HEAD has invalidated it.
    var mustRevalidate = false
    /// Whether the response does not change while it is fresh (RFC 8246).
    var isImmutable = false
    /// How many seconds the response may be served stale while it is revalidated (RFC 5861 §3).
    var staleWhileRevalidate = 0.0
    /// How many seconds the response may be served stale in place of a failure (RFC 5861 §4); nil if the server does
    /// not specify it.
    var staleIfError: Double?
    /// The fields that may not be reused without validation: `no-cache="…"`.
    var withheldFields: Set<HTTPField.Name> = []
}

extension FreshnessInfo {
    /// The lifetime is in seconds.
    init(_ control: CacheControl, lifetime: Double, usesTimeToLive: Bool) {
        self.init(
            lifetime: lifetime,
            usesTimeToLive: usesTimeToLive,
            requiresValidation: control.isNoCache && !usesTimeToLive,
            mustRevalidate: control.mustRevalidate,
            isImmutable: control.isImmutable,
            staleWhileRevalidate: control.staleWhileRevalidate ?? 0,
            staleIfError: control.staleIfError,
            withheldFields: control.noCacheFields
        )
    }
}
