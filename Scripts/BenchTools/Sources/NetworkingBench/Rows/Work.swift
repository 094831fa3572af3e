/// Runs work `count` times in several tasks, each of which performs its share sequentially.
func concurrently(
    _ count: Int,
    tasks: Int,
    _ work: @escaping @Sendable (_ task: Int) async throws -> Void
) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<tasks {
            let share = count / tasks + (task < count % tasks ? 1 : 0)
            group.addTask {
                for _ in 0..<share { try await work(task) }
            }
        }
        try await group.waitForAll()
    }
}

/// The measures of a request.
enum Measure {
    /// Elapsed microseconds per request.
    static let time = "time"
    /// Microseconds of this process's processor time per request.
    static let processor = "processor"

    /// Runs the work once and returns its elapsed and processor time per request.
    static func perRequest(_ count: Int, _ work: () async throws -> Void) async rethrows -> [String: Double] {
        let clock = ContinuousClock()
        let (start, used) = (clock.now, Usage.processorSeconds)
        try await work()
        let (time, processor) = (clock.now - start, Usage.processorSeconds - used)
        return [
            Self.time: time / .microseconds(1) / Double(count),
            Self.processor: processor * 1e6 / Double(count),
        ]
    }
}
