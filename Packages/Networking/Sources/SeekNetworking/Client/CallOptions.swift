/// Options of single calls. A property that is nil or empty leaves the client's own setting unchanged.
///
/// ```swift
/// let page = try await gitHub.with { $0.cacheMode = .reload }.searchRepositories("swift")
/// ```
public struct CallOptions: Sendable, Hashable {
    /// How the cache is used.
    public var cacheMode: RequestOptions.CacheMode?
    /// Whether a stale stored response may be returned; see ``RequestOptions/allowsStale``.
    public var allowsStale: Bool?
    /// The maximum duration of a call, waits and retries included.
    public var timeout: Duration?
    /// Header fields to add to each request: `$0.headerFields["X-App-Version"] = "1.2"`. They replace those of the client
    /// and the endpoint with the same name. Retries and redirects carry them as well, but a redirect to another host
    /// only those that are no credentials.
    public var headerFields: HTTPFields = [:]

    /// Creates options that change nothing.
    public init() {}
}

/// A client, or another value that sends requests, whose calls can have options of their own.
///
/// Custom types that ignore the options need not implement ``with(_:)``.
public protocol CallConfigurable: Sendable {
    /// Returns a copy whose call options are changed by a closure. It shares its connections, cache, quota and rate
    /// limits with the original.
    func with(_ change: (inout CallOptions) -> Void) -> Self
}

extension CallConfigurable {
    /// Returns the value itself: the options have no effect.
    public func with(_ change: (inout CallOptions) -> Void) -> Self { self }
}

/// A deadline for all requests of a task, in addition to each client's timeout.
///
/// ```swift
/// try await RequestDeadline.within(.seconds(3)) {
///     let user = try await client.send(userEndpoint)
///     return try await client.send(repositories(of: user.value))
/// }
/// ```
public enum RequestDeadline {
    /// The deadline of the current task, if any.
    @TaskLocal public static var current: ContinuousClock.Instant?

    /// Runs an operation whose requests must complete within the given time.
    ///
    /// An earlier deadline of the current task still applies.
    public static func within<Result>(
        _ time: Duration,
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws -> Result
    ) async rethrows -> Result {
        let deadline = ContinuousClock.now + time
        return try await $current.withValue(min(deadline, current ?? deadline), operation: operation)
    }
}
