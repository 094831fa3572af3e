#if canImport(Testing)
import SeekTestHelpers
public import Testing

/// Waits for what comes true by itself, and is an issue of the test where it does not.
///
/// ```swift
/// await eventually("the list is full") { model.rows.count == 3 }
/// ```
/// It looks again at growing distances, from letting other tasks run to 10 ms, and never sleeps for a fixed time.
///
/// - Parameters:
///   - what: what should come true, for the issue.
///   - limit: when to give up; longer than any machine needs.
///   - condition: looked at on the caller's actor.
/// - Returns: whether it came true. False, too, where the test's task is cancelled first.
@discardableResult
public func eventually(
    _ what: String = "it",
    within limit: Duration = .seconds(30),
    sourceLocation: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation,
    _ condition: () async throws -> Bool
) async rethrows -> Bool {
    if try await Patience(limit).waitUntil(isolation: isolation, condition) { return true }
    let reason = Task.isCancelled ? "before the test was cancelled" : "within \(limit)"
    Issue.record("\(what) did not come true \(reason)", sourceLocation: sourceLocation)
    return false
}
#endif
