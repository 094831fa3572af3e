/// Polls a condition at growing intervals until it is true. Returns false on timeout or cancellation.
///
/// At first it only yields to other tasks. Then it sleeps, twice as long each time, up to 10 ms: an early change is
/// noticed quickly, and a late one costs little processor time.
package func waitUntil(
    within limit: Duration,
    isolation: isolated (any Actor)? = #isolation,
    _ condition: () async throws -> Bool
) async rethrows -> Bool {
    let deadline = ContinuousClock.now + limit
    var evaluations = 0
    var pause = Duration.microseconds(50)
    while try await !condition() {
        guard ContinuousClock.now < deadline, !Task.isCancelled else { return false }
        evaluations += 1
        if evaluations <= 64 {
            await Task.yield()
        } else {
            // If the sleep is cancelled, the `guard` returns false.
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(10))
        }
    }
    return true
}
