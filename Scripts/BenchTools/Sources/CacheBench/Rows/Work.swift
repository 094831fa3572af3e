#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The one thing measured.
let time = "time"

/// Runs the work once and divides the microseconds it took by what it did.
func timed(_ count: Int, _ work: () async throws -> Void) async rethrows -> [String: Double] {
    let start = ContinuousClock.now
    try await work()
    return [time: start.duration(to: .now) / .microseconds(1) / Double(count)]
}

/// Lets work run in so many tasks at a time, for each of the numbers below `count` once.
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
