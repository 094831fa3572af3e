public import SeekHTTPCache
public import SeekNetworking

/// The stores that several machines share: one cache, one quota and one set of rate limits for all processes that use
/// the same credentials.
///
/// `Redis` in the module SeekRedis is such a backend:
///
/// ```swift
/// configuration.sharedBackend = try Redis(url: "redis://cache.example")
/// ```
/// During an outage of the backend, the local stores are used instead, so that searches continue; each machine may then
/// use only a share of the daily quota. ``ClientConfiguration/onStoreFailure`` receives one error for each outage.
public protocol SharedBackend: Sendable {
    /// The shared responses.
    var responseStore: any SharedRecordStore { get }

    /// Returns the shared count of the daily quota.
    ///
    /// - Parameters:
    ///   - fallback: The local store that counts a conservative share of the quota during an outage.
    ///   - report: Receives each failure of the backend. The quota is then counted by `fallback`.
    func quotaStore(
        fallback: any LocalQuotaStore,
        report: @escaping @Sendable (any Error) -> Void
    ) -> any QuotaStore

    /// Returns the shared rate limits of a credential.
    ///
    /// - Parameter credential: The fingerprint of the credential, never the credential itself.
    func rateLimitStore(for credential: String) -> any RateLimitStore

    /// Adds a handler that is called when another machine removes responses, so that their local copies can be dropped.
    ///
    /// - Parameter handler: Receives the key of each record that another machine invalidates: the one that was passed to
    ///   ``/SeekHTTPCache/SharedRecordStore/invalidate(_:with:expiresAt:if:)``. Receives nil if any response may have
    ///   been removed.
    func onRemoval(_ handler: @escaping @Sendable (String?) -> Void)
}

/// An error of a ``SharedBackend``.
public protocol SharedBackendError: Error {
    /// Whether an error of the same outage was thrown before, so that this one need not be reported.
    var isRepeated: Bool { get }
}
