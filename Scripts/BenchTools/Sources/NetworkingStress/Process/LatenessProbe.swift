/// Measures the scheduling delay of this machine: sleeps repeatedly and records the maximum lateness. Transports cannot
/// be more punctual.
final class LatenessProbe: Sendable {
    private static let sleepDuration = Duration.milliseconds(5)
    private let task: Task<Duration, Never>

    init() {
        task = Task {
            var worst = Duration.zero
            while !Task.isCancelled {
                let due = ContinuousClock.now + Self.sleepDuration
                // Returns early if the task is cancelled.
                try? await Task.sleep(until: due, tolerance: .zero, clock: .continuous)
                worst = max(worst, due.duration(to: .now))
            }
            return worst
        }
    }

    /// Stops the probe and returns the maximum lateness.
    func end() async -> Duration {
        task.cancel()
        return await task.value
    }
}
