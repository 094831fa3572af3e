/// The number of bytes of an exchange that have been transferred.
///
/// ```swift
/// let response = try await TransferProgress.observe { bar.update($0.fraction) } during: {
///     try await client.send(endpoint)
/// }
/// ```
public struct TransferProgress: Sendable, Hashable {
    /// The number of bytes of the request's body that have been sent so far.
    public var sent: Int64 = 0
    /// The size of the request's body in bytes.
    public var expectedToSend: Int64 = 0
    /// The number of bytes of the response's body that have been received: before decoding with libcurl, after
    /// decoding with URLSession.
    public var received: Int64 = 0
    /// The size of the response's body, counted in the same way as ``received``; nil until it is known.
    public var expectedToReceive: Int64?

    /// Creates a progress of zero bytes.
    public init() {}

    /// The transferred fraction of both bodies, 0 to 1; nil while the size of the response is not known.
    public var fraction: Double? {
        guard let expectedToReceive else { return nil }
        // As `Double`, because a server may state a length near the maximum integer.
        let total = Double(expectedToSend) + max(0, Double(expectedToReceive))
        return total == 0 ? 1 : min((Double(sent) + Double(received)) / total, 1)
    }

    /// Receives progress. For each exchange, a transport calls the observer on an arbitrary thread at most 20 times a
    /// second, and once more before it returns the response. The observer must not block.
    public typealias Observer = @Sendable (TransferProgress) -> Void

    @TaskLocal static var observer: Observer?

    /// Reports the progress of the exchanges in an operation, including its child tasks. Responses from a cache are not
    /// reported.
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

/// Decides when a transport reports progress.
package struct ProgressMeter: Sendable {
    /// The minimum time between two reports.
    private static let interval = Duration.milliseconds(50)

    private var progress = TransferProgress()
    private let observer: TransferProgress.Observer
    private var lastReport: (progress: TransferProgress, time: ContinuousClock.Instant)?

    /// Creates a meter for the calling task's observer, or returns nil if there is none.
    package init?(bodySize: Int) {
        guard let observer = TransferProgress.observer else { return nil }
        self.observer = observer
        progress.expectedToSend = Int64(bodySize)
    }

    /// Sets the expected size of the response's body in bytes.
    package mutating func expectToReceive(_ size: Int64) {
        progress.expectedToReceive = size
    }

    /// Changes the progress, and returns a closure that reports it, or nil if no report is due.
    package mutating func update(
        at now: ContinuousClock.Instant = .now,
        _ change: (inout TransferProgress) -> Void
    ) -> (@Sendable () -> Void)? {
        change(&progress)
        guard progress != lastReport?.progress else { return nil }
        if let lastReport, now - lastReport.time < Self.interval { return nil }
        lastReport = (progress, now)
        return report
    }

    /// A closure that reports the current progress, whether or not a report is due.
    package var report: @Sendable () -> Void {
        { [observer, progress] in observer(progress) }
    }
}
