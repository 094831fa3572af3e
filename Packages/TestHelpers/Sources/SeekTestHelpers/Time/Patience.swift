/// How long something is waited for that comes by itself: it is looked at again and again, at growing distances.
///
/// At first it only lets other tasks run. Then it pauses, each time twice as long, up to 10 ms: an answer that is there soon is
/// seen soon, and one that is late costs next to nothing.
package struct Patience: Sendable {
    private let end: ContinuousClock.Instant
    private static let yields = 64
    private static let longestPause = Duration.milliseconds(10)

    /// Makes a patience that ends after a time.
    package init(_ limit: Duration) {
        end = .now + limit
    }

    /// Waits until a condition holds. False where it does not in time, or the task is cancelled.
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
