/// A deadline that everything a task does has to keep: each client's calls end by it, however much time of their own they have.
///
/// ```swift
/// try await RequestDeadline.within(.seconds(3)) {
///     let user = try await client.send(userEndpoint)
///     return try await client.send(repositories(of: user.value))
/// }
/// ```
public enum RequestDeadline {
    /// The moment by which the running task's calls must have ended; nil where there is none.
    @TaskLocal public static var current: ContinuousClock.Instant?

    /// Runs an operation whose calls must have ended within a time. A deadline around it that is earlier stays.
    public static func within<Result>(
        _ time: Duration,
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws -> Result
    ) async rethrows -> Result {
        let deadline = ContinuousClock.now + time
        return try await $current.withValue(min(deadline, current ?? deadline), operation: operation)
    }
}
