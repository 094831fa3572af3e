/// How long and under which conditions a stored response may be served; determined when the response is stored.
struct FreshnessInfo: Hashable {
    /// The freshness lifetime in seconds.
    var lifetime = 0.0
    /// Whether the lifetime is the endpoint's time to live and not the server's.
    var isOverlay = false
    /// Whether the response must always be validated: `no-cache` without an overlay.
    var requiresValidation = false
    /// Whether the response must not be served stale: `must-revalidate`.
    var mustRevalidate = false
    /// Whether the response does not change while it is fresh (RFC 8246).
    var isImmutable = false
    /// For how many seconds it may be served stale while it is revalidated (RFC 5861 §3).
    var staleWhileRevalidate = 0.0
    /// For how many seconds it may be served stale in place of a failure (RFC 5861 §4), if the server specifies it.
    var staleIfError: Double?
    /// The fields that may not be reused without validation: `no-cache="…"`.
    var withheldFields: Set<HTTPField.Name> = []
}

extension FreshnessInfo {
    /// Creates the information from a response's directives.
    init(_ control: CacheControl, lifetime: Double, isOverlay: Bool) {
        self.init(
            lifetime: lifetime,
            isOverlay: isOverlay,
            requiresValidation: control.isNoCache && !isOverlay,
            mustRevalidate: control.mustRevalidate,
            isImmutable: control.isImmutable,
            staleWhileRevalidate: control.staleWhileRevalidate ?? 0,
            staleIfError: control.staleIfError,
            withheldFields: control.noCacheFields
        )
    }
}
