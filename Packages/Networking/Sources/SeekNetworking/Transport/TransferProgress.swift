/// How far the bodies of one exchange have come, in bytes.
///
/// ```swift
/// let answer = try await TransferProgress.observe { bar.update($0.fraction) } during: {
///     try await client.send(endpoint)
/// }
/// ```
public struct TransferProgress: Sendable, Hashable {
    /// What was sent of the request's body.
    public var sent: Int64 = 0
    /// The size of the request's body; 0 where there is none.
    public var expectedToSend: Int64 = 0
    /// What has arrived of the answer's body. Counted before content decoding by libcurl, after it by URLSession.
    public var received: Int64 = 0
    /// The size the answer tells for its body, in the same measure; nil before its header fields and where it tells none.
    public var expectedToReceive: Int64?

    /// Makes a progress of nothing yet.
    public init() {}

    /// What has come of both bodies, 0 to 1; nil while the answer's size is not known.
    public var fraction: Double? {
        guard let expectedToReceive else { return nil }
        // As `Double`: a server may state a length next to the largest integer.
        let whole = Double(expectedToSend) + max(0, Double(expectedToReceive))
        return whole == 0 ? 1 : min((Double(sent) + Double(received)) / whole, 1)
    }

    /// Hears of progress. A transport calls it on its own thread, one call at a time for an exchange, at most 20 times a second
    /// and once more when the answer is whole, before it hands that over. It must not block.
    public typealias Observer = @Sendable (TransferProgress) -> Void

    @TaskLocal static var observer: Observer?

    /// Reports the exchanges that `operation` makes, in its task and the child tasks of it, through whatever client and middleware
    /// they go. An answer from a cache makes no report.
    public static func observe<Value, Failure: Error>(
        _ observer: @escaping Observer,
        isolation: isolated (any Actor)? = #isolation,
        during operation: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let outcome: Result<Value, Failure> = await $observer.withValue(observer) {
            do throws(Failure) {
                return .success(try await operation())
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }
}
