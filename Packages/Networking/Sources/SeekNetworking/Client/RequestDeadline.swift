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
