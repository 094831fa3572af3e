/// On what terms a stored answer serves: the server's word, read once, when the answer is stored.
struct FreshnessInfo: Hashable {
    /// How long it serves without asking again, in seconds.
    var lifetime = 0.0
    /// Whether the lifetime is the endpoint's time to live, in place of the server's own word.
    var isOverlay = false
    /// Whether it never serves unasked: `no-cache`. An overlay takes its place.
    var requiresValidation = false
    /// Whether it never serves stale: `must-revalidate`.
    var mustRevalidate = false
    /// Whether asking while it is fresh is of no use (RFC 8246).
    var isImmutable = false
    /// How long it serves stale while it is asked for anew, in seconds (RFC 5861 §3).
    var staleWhileRevalidate = 0.0
    /// How long it serves stale in place of a failure, in seconds (RFC 5861 §4); nil where the server does not say.
    var staleIfError: Double?
    /// The fields that may not be reused unasked: `no-cache="…"`.
    var withheldFields: Set<HTTPField.Name> = []
}

extension FreshnessInfo {
    /// The terms of a response's directives.
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
