/// A timeout for conditions that are polled at growing intervals.
///
/// At first the wait only yields to other tasks. Then it sleeps, twice as long each time, up to 10 ms: an early change
/// is noticed quickly, and a late one costs little processor time.
package struct Patience: Sendable {
    private let end: ContinuousClock.Instant
    private static let yields = 64
    private static let longestPause = Duration.milliseconds(10)

    /// Creates a timeout.
    package init(_ limit: Duration) {
        end = .now + limit
    }

    /// Waits until a condition is true. Returns false on timeout or cancellation.
    package func waitUntil(
        isolation: isolated (any Actor)? = #isolation,
        _ condition: () async throws -> Bool
    ) async rethrows -> Bool {
        var looks = 0
        var pause = Duration.microseconds(50)
        while try await !condition() {
            guard ContinuousClock.now < end, !Task.isCancelled else { return false }
            looks += 1
            if looks <= Self.yields {
                await Task.yield()
            } else {
                try? await Task.sleep(for: pause)
                pause = min(pause * 2, Self.longestPause)
            }
        }
        return true
    }
}
