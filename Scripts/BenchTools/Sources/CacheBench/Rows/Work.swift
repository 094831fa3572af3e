#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The name of the only measure: elapsed time.
let time = "time"

/// Runs the work once and returns the elapsed microseconds per operation, as the measure ``time``.
func timed(_ count: Int, _ work: () async throws -> Void) async rethrows -> [String: Double] {
    let start = ContinuousClock.now
    try await work()
    return [time: start.duration(to: .now) / .microseconds(1) / Double(count)]
}

/// Runs work in several tasks, once for each number below `count`.
func concurrently(_ count: Int, tasks: Int, _ work: @escaping @Sendable (Int) async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<tasks {
            group.addTask {
                for number in stride(from: task, to: count, by: tasks) { try await work(number) }
            }
        }
        try await group.waitForAll()
    }
}
