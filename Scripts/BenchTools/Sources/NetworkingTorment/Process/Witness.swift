/// Sleeps and wakes beside the work and notes how late it was woken at worst: so late is this machine at this hour, and
/// no transport can be held to more.
final class Witness: Sendable {
    private static let nap = Duration.milliseconds(5)
    private let task: Task<Duration, Never>

    init() {
        task = Task {
            var worst = Duration.zero
            while !Task.isCancelled {
                let due = ContinuousClock.now + Self.nap
                // Cancelled, it returns early, and that is not late.
                try? await Task.sleep(until: due, tolerance: .zero, clock: .continuous)
                worst = max(worst, due.duration(to: .now))
            }
            return worst
        }
    }

    /// Ends the watch and tells the worst lateness.
    func end() async -> Duration {
        task.cancel()
        return await task.value
    }
}
